/** Durations in words. */

/** A countdown such as 4:05 or 1:02:03. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 48) return `${String(Math.floor(hours / 24))} days`;
  const tail = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${String(hours)}:${String(minutes).padStart(2, "0")}:${tail}` : `${String(minutes)}:${tail}`;
}

/** A duration such as "5 minutes". */
export function duration(seconds: number): string {
  const units: [number, string][] = [
    [86400, "day"],
    [3600, "hour"],
    [60, "minute"],
    [1, "second"],
  ];
  const [size, unit] = units.find(([size]) => seconds % size === 0 && seconds >= size) ?? [1, "second"];
  const number = seconds / size;
  return `${String(number)} ${unit}${number === 1 ? "" : "s"}`;
}

/** A number with its unit in the plural. */
export function quantity(number: number | bigint, unit: string): string {
  const singular = Number(number) === 1 && unit.endsWith("s") ? unit.slice(0, -1) : unit;
  return `${String(number)} ${singular}`.trim();
}
