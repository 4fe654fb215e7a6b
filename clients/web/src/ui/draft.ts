/** Entries of forms, which a tab keeps over a reload and over another page. */

import { useEffect, useState } from "preact/hooks";

import { readTab, tabKeysWith, writeTab } from "../net/storage.js";

/** The keys of the forms of the shown page. */
const shown = new Set<string>();

/** A state of a form. `fit` returns the stored entries if the form can show them; another version of the page can have stored them. */
export function useDraft<T>(
  key: string,
  initial: () => T,
  fit: (stored: unknown) => T | undefined = (stored) => (isLike(stored, initial()) ? stored : undefined),
): [T, (value: T) => void] {
  const [value, setValue] = useState(() => {
    // Not in an effect: a form that fails at its first display has none.
    shown.add(key);
    return stored(key, fit) ?? initial();
  });
  useEffect(
    () => () => {
      shown.delete(key);
    },
    [],
  );
  const change = (next: T) => {
    writeTab(key, JSON.stringify(next));
    setValue(next);
  };
  return [value, change];
}

/** Discards the entries of forms whose keys have this prefix. `except`: the key of a form that is shown. */
export function discardDrafts(prefix: string, except?: string): void {
  for (const rest of tabKeysWith(prefix)) if (prefix + rest !== except) writeTab(prefix + rest, undefined);
}

/** Discards the entries of the shown page. */
export function discardShownDrafts(): void {
  for (const key of shown) writeTab(key, undefined);
  shown.clear();
}

function stored<T>(key: string, fit: (stored: unknown) => T | undefined): T | undefined {
  try {
    return fit(JSON.parse(readTab(key) ?? ""));
  } catch {
    // No JSON, or of another form.
    return undefined;
  }
}

/** Whether a value has the types of the pattern. A part that is undefined in the pattern can have every type. */
export function isLike<T>(value: unknown, pattern: T): value is T {
  if (pattern === undefined) return true;
  if (typeof value !== typeof pattern || Array.isArray(value) !== Array.isArray(pattern)) return false;
  if (typeof pattern !== "object" || pattern === null) return true;
  const parts = value as Record<string, unknown> | null;
  return parts !== null && Object.entries(pattern).every(([name, part]) => isLike(parts[name], part));
}
