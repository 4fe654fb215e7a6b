/** The storage of the browser. Data that it does not store stay in memory until the tab is closed or loaded again. */

import { type Signal, signal } from "@preact/signals";

/** One storage: that of the browser, or that of a tab. */
class Stored {
  readonly storage: Storage | undefined;
  readonly unstored = new Map<string, string>();

  constructor(open: () => Storage) {
    try {
      this.storage = open();
    } catch {
      // The browser blocks storage.
    }
  }

  read(key: string): string | undefined {
    return this.unstored.get(key) ?? this.storage?.getItem(key) ?? undefined;
  }

  write(key: string, value: string): void {
    this.unstored.set(key, value);
    try {
      this.storage?.setItem(key, value);
      if (this.storage) this.unstored.delete(key);
    } catch {
      // The quota is used up.
    }
  }

  remove(key: string): void {
    this.unstored.delete(key);
    this.storage?.removeItem(key);
  }

  /** The keys with this prefix, without it. */
  keys(prefix: string): string[] {
    const keys = new Set([...this.unstored.keys(), ...Object.keys(this.storage ?? {})]);
    return [...keys].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  }
}

const browser = new Stored(() => localStorage);
const tab = new Stored(() => sessionStorage);

/** Why the browser does not store data for this page. */
export const storageProblem: Signal<"blocked" | "full" | undefined> = signal(browser.storage ? undefined : "blocked");
/** Counts the changes of the storage of the browser, by this tab and by others. */
export const storageChanges = signal(0);

function changed(): void {
  storageChanges.value = storageChanges.peek() + 1;
}

addEventListener("storage", changed);

export const read = (key: string): string | undefined => browser.read(key);
export const keysWith = (prefix: string): string[] => browser.keys(prefix);

export function write(key: string, value: string): void {
  browser.write(key, value);
  if (browser.storage) storageProblem.value = browser.unstored.size > 0 ? "full" : undefined;
  changed();
}

export function remove(key: string): void {
  browser.remove(key);
  changed();
}

/** Data of this tab. A reload keeps them. */
export const readTab = (key: string): string | undefined => tab.read(key);

export function writeTab(key: string, value: string | undefined): void {
  if (value === undefined) tab.remove(key);
  else tab.write(key, value);
}

/** The keys of data of this tab with this prefix, without it. */
export const tabKeysWith = (prefix: string): string[] => tab.keys(prefix);

/** An object from its JSON; empty if there is none. */
export function parsed(json = "{}"): object {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
