/** A client of Tinsel, a service for turn-based party games. */

import type { Text } from "./gen/tinsel/v1/presentation_pb.js";

export { Client } from "./client.js";
export { type FieldViolation, NoDefault, Refusal, Unavailable } from "./errors.js";
export { type Decision, Host, Seat, Turn, Viewer, type WatchOptions } from "./handles.js";
export { stateOf } from "./position.js";
export type { Options } from "./retries.js";

/** A text of the presentation in English. */
export function english(text: Text | undefined): string {
  return text?.runs.map((run) => run.text).join("") ?? "";
}
