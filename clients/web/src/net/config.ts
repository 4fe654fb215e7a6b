/** The file `config.json` beside the page. */

import { type Embed, isFramed } from "../embed/embedding.js";
import { type Scheme, SCHEMES, themeProblem } from "../embed/theme.js";
import { noteDate } from "./clock.js";

export const FILE = "config.json";

export interface Config {
  /** The addresses of the API; empty: the server that the page comes from. */
  readonly servers: readonly string[];
  /** Undefined outside a frame. */
  readonly embed: Embed | undefined;
}

/** The file cannot be loaded at present. A retry can succeed. */
export class ConfigUnavailable extends Error {
  constructor(reason: string) {
    super(`${FILE} cannot be loaded: ${reason}.`);
  }
}

/**
 * Reads the file. If it is absent, everything has its default. Rejects with `ConfigUnavailable` if it cannot be loaded, and
 * with another error if it is wrong.
 */
export async function readConfig(): Promise<Config> {
  const text = await load();
  if (text === undefined) return { servers: [], embed: undefined };
  const file = parsedJson(text);
  const { servers = [], embed } = isObject(file) ? file : { servers: file };
  if (!isTexts(servers))
    throw new Error(`${FILE} is not a list of servers; write it as { "servers": ["https://play.example.org"] }`);
  return { servers, embed: isFramed && embed !== undefined ? embedOf(embed) : undefined };
}

/** The text of the file; undefined: the server has no such file. */
async function load(): Promise<string | undefined> {
  const unreachable = () => {
    throw new ConfigUnavailable("the server is unreachable");
  };
  // The address of the page can have the credentials of a proxy. Browsers add them, and fetch refuses an address with them.
  const address = Object.assign(new URL(FILE, location.href), { username: "", password: "" });
  const response = await fetch(address).catch(unreachable);
  // Usually the page and the API have the same server. Each tab knows the time before its first call.
  noteDate(response.headers);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new ConfigUnavailable(`HTTP status ${String(response.status)}`);
  return response.text().catch(unreachable);
}

/** The value of a JSON text. Without JSON, the file has no list of servers. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const FIELDS = ["parents", "lobby", "scheme", "theme"];

function embedOf(part: unknown): Embed {
  if (!isObject(part)) throw wrong("embed", 'must be an object, such as { "parents": ["https://site.example"] }');
  const unknown = Object.keys(part).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) throw wrong("embed", `has no field ${unknown}; the fields are ${FIELDS.join(", ")}`);
  const { parents = [], lobby = true, scheme, theme = {} } = part;
  if (!isTexts(parents) || !parents.every(isParent))
    throw wrong(
      "embed.parents",
      'must be a list of origins such as "https://site.example" or "https://site.example:8443", without a path and without the default port; http only for localhost and 127.0.0.1',
    );
  if (typeof lobby !== "boolean") throw wrong("embed.lobby", "must be true or false");
  if (scheme !== undefined && !isScheme(scheme)) throw wrong("embed.scheme", 'must be "light" or "dark"');
  if (!isObject(theme)) throw wrong("embed.theme", 'must be an object, such as { "--accent": "#0a7" }');
  const problem = Object.entries(theme)
    .map(([name, value]) => themeProblem(name, value))
    .find((problem) => problem !== "");
  if (problem !== undefined) throw wrong("embed.theme", problem);
  return { parents, lobby, scheme, theme: theme as Record<string, string> };
}

function wrong(field: string, problem: string): Error {
  return new Error(`${FILE}: ${field} ${problem}`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

function isScheme(value: unknown): value is Scheme {
  return SCHEMES.some((scheme) => scheme === value);
}

/** Whether a text is an origin in the form of the browser, which the option `--web-frame-ancestors` accepts as well. */
function isParent(text: string): boolean {
  if (!/^https?:\/\/[a-z0-9._-]+(:[0-9]{1,5})?$/.test(text)) return false;
  try {
    const { origin, protocol, hostname } = new URL(text);
    return origin === text && (protocol === "https:" || ["localhost", "127.0.0.1"].includes(hostname));
  } catch {
    // The port is too large.
    return false;
  }
}
