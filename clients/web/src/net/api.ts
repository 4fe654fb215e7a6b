/** The servers of the page. */

import { type Client, connect } from "@tinsel/client";

/** The clients of the page. */
export interface Api {
  /** Makes calls. */
  readonly calls: Client;
  /** Opens streams. It reports an unreachable server early, so that the page can show that it reconnects. */
  readonly streams: Client;
}

/** Connects to the servers of `config.json`, or to the server of the page if the file names none. */
export async function connectApi(): Promise<Api> {
  const servers = await configuredServers();
  const addresses = servers.length > 0 ? servers : [location.origin];
  return { calls: connect(addresses), streams: connect(addresses, { deadline: 4000 }) };
}

async function configuredServers(): Promise<string[]> {
  try {
    const response = await fetch("./config.json");
    if (!response.ok) return [];
    const config = (await response.json()) as { servers?: unknown };
    const { servers } = config;
    return Array.isArray(servers) ? servers.filter((server): server is string => typeof server === "string") : [];
  } catch {
    return [];
  }
}
