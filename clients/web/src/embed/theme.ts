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

/** Why a theme cannot have the variable. Empty if it can. The browser checks the value later. */
export function themeProblem(name: string, value: unknown): string {
  if (!VARIABLES.has(name)) return `has no variable ${name}; the variables are ${[...VARIABLES.keys()].join(", ")}`;
  return typeof value === "string" ? "" : `${name} must be a text`;
}

/**
 * Sets the variables, by CSSOM: the content security policy permits no inline style. A value that this browser does not
 * support is logged, and the variable keeps its default. Other browsers can support it.
 */
export function applyTheme(theme: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(theme)) {
    const property = VARIABLES.get(name) ?? "";
    // Every property accepts inherit and var(), so a value that float accepts as well is not a value of this property only.
    if (CSS.supports(property, value) && !CSS.supports("float", value))
      document.documentElement.style.setProperty(name, value);
    else console.warn(`config.json: embed.theme: not a ${property} in this browser: ${name}: ${value}`);
  }
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
