/** The servers of the page. */

import { type Client, connect } from "@tinsel/client/without-games";

import { noteDate } from "./clock.js";
import { FILE } from "./config.js";

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
 * Connects to the servers of `config.json`, or to the server of the page if the file names none. A proxy can serve the page,
 * and then also the calls, below a path. Fails if an address is wrong.
 */
export function connectApi(servers: readonly string[]): Api {
  const addresses = servers.length > 0 ? servers : [new URL(".", location.href).href];
  try {
    const client = (deadline?: number) => connect(addresses, { deadline, onHeaders: noteDate });
    return { calls: client(), streams: client(4000), loads: client(10_000) };
  } catch (error) {
    throw new Error(`${FILE}: ${error instanceof Error ? error.message : ""}`);
  }
}
