/** Texts for people. */

import type { Text } from "./gen/tinsel/v1/presentation_pb.js";

/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A part of a message without half a character, which UTF-8 cannot contain. */
export function isWellFormed(part: unknown): boolean {
  if (typeof part === "string") return !/\p{Surrogate}/u.test(part);
  return (
    typeof part !== "object" || part === null || ArrayBuffer.isView(part) || Object.values(part).every(isWellFormed)
  );
}

/** A name for a sentence. A name from right to left is between isolates, so that it does not move the text beside it. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** A text in English, with names isolated. */
export function english(text: Text | undefined): string {
  return text?.runs.map((run) => (run.subject.case === "seat" ? isolated(run.text) : run.text)).join("") ?? "";
}
