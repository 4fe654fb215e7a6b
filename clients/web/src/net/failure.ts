/** Failures as sentences. */

import { Refusal, Unavailable } from "@tinsel/client";

export function failureText(error: unknown): string {
  if (error instanceof Refusal) return sentence(error.message || error.reason);
  if (error instanceof Unavailable) return "The server is unreachable. Check the connection, then try again.";
  return error instanceof Error ? error.message : "The call failed.";
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
