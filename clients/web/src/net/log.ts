/** The sentences of a match, by revision. Each revision is in the log at most once. */

import { type Signal, signal } from "@preact/signals";
import type { Viewer } from "@tinsel/client/without-games";
import type {
  HistoryEntry,
  ListHistoryResponse,
  MatchEvent,
} from "@tinsel/client/without-games/gen/tinsel/v1/match_service_pb.js";
import type { Text } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

/** A sentence, and the seats that received it if not all did. */
export interface Line {
  readonly text: Text;
  readonly only: readonly number[];
}

/** The sentences of one revision. */
export interface LogEntry {
  readonly revision: number;
  readonly lines: readonly Line[];
}

/** The number of revisions in a page of the history with sentences. */
const PAGE = 50;
/** A larger gap is not filled: the log begins again after it. */
const GAP = 4 * PAGE;

/** The log of a match. Its revisions have no gap. */
export class MatchLog {
  /** The loaded revisions, oldest first. */
  readonly entries: Signal<readonly LogEntry[]> = signal([]);
  /** The first revision that is not loaded, counted down from the oldest loaded one; 0 if all are loaded. */
  readonly olderThan = signal(0);
  readonly loading = signal(false);
  readonly failed = signal(false);
  #newest = 0;
  #loads: Promise<void> = Promise.resolve();
  #version = 0;

  constructor(private readonly viewer: Viewer) {}

  /** Adds the next revision. Returns its sentences, or nothing if the log has the revision already. */
  add(revision: number, events: readonly MatchEvent[]): readonly Line[] {
    if (revision !== this.#newest + 1) {
      if (revision > this.#newest) this.reach(revision);
      return [];
    }
    const lines = linesOf(events);
    this.#newest = revision;
    this.#append([{ revision, lines }]);
    return lines;
  }

  /** Loads the revisions up to this one. Removes those above it, which the store has lost. Returns whether it did. */
  reach(revision: number): boolean {
    if (revision < this.#newest) {
      this.#version += 1;
      this.#newest = revision;
      this.entries.value = this.entries.value.filter((entry) => entry.revision <= revision);
      return true;
    }
    if (this.#newest === 0 || revision - this.#newest > GAP) this.#begin(revision - PAGE);
    if (revision > this.#newest) {
      const [from, version] = [this.#newest, this.#version];
      this.#newest = revision;
      void this.#next(() => this.#fill(from, revision, version));
    }
    return false;
  }

  /** Loads older pages until this revision is in the log. */
  async loadBackTo(revision: number): Promise<void> {
    while (this.olderThan.value >= revision && !this.failed.value) await this.loadOlder();
  }

  /** Loads the newest page again. */
  restart(): void {
    const newest = this.#newest;
    this.#version += 1;
    this.#newest = 0;
    this.failed.value = false;
    this.reach(newest);
  }

  /** Loads the page before the oldest loaded revision. */
  loadOlder(): Promise<void> {
    return this.#next(async () => {
      const before = this.olderThan.value;
      const after = Math.max(0, before - PAGE);
      if (before > 0 && (await this.#load(after, before, this.#version))) this.olderThan.value = after;
    });
  }

  // Pages are loaded one after the other, so none is loaded twice.
  #next(load: () => Promise<void>): Promise<void> {
    return (this.#loads = this.#loads.then(load));
  }

  #begin(after: number): void {
    this.entries.value = [];
    this.#version += 1;
    this.#newest = Math.max(0, after);
    this.olderThan.value = this.#newest;
  }

  async #fill(from: number, to: number, version: number): Promise<void> {
    for (let after = from; after < to && version === this.#version;) {
      const next = Math.min(to, after + PAGE);
      if (!(await this.#load(after, next, version))) return;
      after = next;
    }
  }

  async #load(after: number, to: number, version: number): Promise<boolean> {
    this.loading.value = true;
    try {
      const loaded: LogEntry[] = [];
      // A page of large entries has fewer than it was asked for.
      for (let last = after; last < to; last = loaded.at(-1)?.revision ?? to) {
        const page = await this.#page(last, to - last);
        if (version !== this.#version) return false;
        const added = page.entries.map(entryOf).filter((entry) => entry.revision <= to);
        if (added.length === 0) break;
        loaded.push(...added);
      }
      this.#append(loaded);
      return true;
    } catch {
      this.failed.value = true;
      return false;
    } finally {
      this.loading.value = false;
    }
  }

  #page(last: number, pageSize: number): Promise<ListHistoryResponse> {
    const request = { matchId: this.viewer.matchId, afterRevision: BigInt(last), presentation: true, pageSize };
    return this.viewer.call((server, options) => server.matches.listHistory(request, options));
  }

  #append(added: readonly LogEntry[]): void {
    this.entries.value = [...this.entries.value, ...added].sort((a, b) => a.revision - b.revision);
  }
}

/** An entry of the history with its sentences. */
export function entryOf(entry: HistoryEntry): LogEntry {
  const lines = entry.events.flatMap(({ event, toEveryone, toSeats }) =>
    event?.sentence ? [{ text: event.sentence, only: toEveryone ? [] : toSeats }] : [],
  );
  return { revision: Number(entry.revision), lines };
}

function linesOf(events: readonly MatchEvent[]): Line[] {
  return events.flatMap(({ sentence }) => (sentence ? [{ text: sentence, only: [] }] : []));
}
