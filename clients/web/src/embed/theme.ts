/** The CSS variables that a site can set. */

const COLOURS = [
  "--ground",
  "--paper",
  "--raised",
  "--ink",
  "--muted",
  "--line",
  "--accent",
  "--accent-ink",
  "--accent-soft",
  "--warm",
  "--warm-soft",
  "--danger",
  "--danger-soft",
  "--focus",
] as const;

/** The variables, each with a property that accepts its values. */
const VARIABLES: ReadonlyMap<string, string> = new Map([
  ...COLOURS.map((name) => [name, "color"] as const),
  ["--radius", "border-top-left-radius"],
]);

/** The schemes of `prefers-color-scheme`. */
export const SCHEMES = ["light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Why a variable cannot have a value. Empty if it can. */
export function themeProblem(name: string, value: unknown): string {
  const property = VARIABLES.get(name);
  if (property === undefined) return `has no variable ${name}; the variables are ${[...VARIABLES.keys()].join(", ")}`;
  // Every property accepts inherit and var(), so what float accepts as well is not a value of this property only.
  const valid = typeof value === "string" && CSS.supports(property, value) && !CSS.supports("float", value);
  return valid ? "" : `${name} must be a CSS ${property === "color" ? "colour" : "length"}, without variables`;
}

/** Sets the variables, by CSSOM: the content security policy permits no inline style. */
export function applyTheme(theme: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(theme)) document.documentElement.style.setProperty(name, value);
}

/** Shows the page in one scheme, whatever the browser prefers. */
export function applyScheme(scheme: Scheme): void {
  document.documentElement.style.setProperty("color-scheme", scheme);
  const own = [...document.styleSheets].filter((sheet) => sheet.href?.startsWith(location.origin));
  for (const rule of own.flatMap((sheet) => [...sheet.cssRules])) {
    if (!(rule instanceof CSSMediaRule) || !rule.conditionText.includes("prefers-color-scheme: dark")) continue;
    rule.media.mediaText = scheme === "dark" ? "all" : "not all";
  }
}
