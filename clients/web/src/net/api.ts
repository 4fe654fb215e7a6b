/** The servers of the page. */

import { type Client, connect } from "@tinsel/client/without-games";

import { noteDate } from "./clock.js";

/** The clients of the page. */
export interface Api {
  /** Makes calls. */
  readonly calls: Client;
  /** Opens streams. It reports an unreachable server early, so that the page can show that it reconnects. */
  readonly streams: Client;
  /** Loads lists and games. It reports an unreachable server after one attempt on a slow network. */
  readonly loads: Client;
}

/**
 * Connects to the servers of `config.json`, or to the server of the page if the file is missing or names none. A proxy can
 * serve the page, and then also the calls, below a path. Rejects if the file is wrong.
 */
export async function connectApi(): Promise<Api> {
  const servers = await configuredServers();
  const addresses = servers.length > 0 ? servers : [new URL(".", location.href).href];
  try {
    const client = (deadline?: number) => connect(addresses, { deadline, onHeaders: noteDate });
    return { calls: client(), streams: client(4000), loads: client(10_000) };
  } catch (error) {
    throw new Error(`${FILE}: ${error instanceof Error ? error.message : ""}`);
  }
}

const FILE = "config.json";

async function configuredServers(): Promise<string[]> {
  const response = await fetch(`./${FILE}`).catch(() => undefined);
  // Usually the page and the API have the same server. Each tab knows the time before its first call.
  if (response) noteDate(response.headers);
  if (!response?.ok) return [];
  try {
    const { servers = [] } = (await response.json()) as { servers?: unknown };
    if (Array.isArray(servers) && servers.every((server) => typeof server === "string")) return servers;
  } catch {
    // The text is not JSON.
  }
  throw new Error(`${FILE} is not a list of servers; write it as { "servers": ["https://play.example.org"] }`);
}
