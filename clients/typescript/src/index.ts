/** A client of Tinsel, a service for turn-based party games. */

export { create } from "@bufbuild/protobuf";

export { type Attempt, type CallKey, callKey, requestId, type Server, type WatchOptions } from "./calls.js";
export { check, type Group, type Problem } from "./check.js";
export { Client, type Setup } from "./client.js";
export { Closed, type FieldViolation, InvalidAnswer, NoDefault, Refusal, Unavailable } from "./errors.js";
export { fill } from "./fill.js";
export { type Decision, type Expected, Host, Seat, Turn, type TurnChoice, Viewer } from "./handles.js";
export { stateOf } from "./position.js";
export type { Options } from "./retries.js";
export { contains, type Core, coreOf, type Point, squaredDistance } from "./region.js";
export { holds, type Values } from "./rule.js";
export { english, isolated } from "./text.js";
