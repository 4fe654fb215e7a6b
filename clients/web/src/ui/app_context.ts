/** What all pages share. */

import { createContext } from "preact";
import { useContext, useRef, useState } from "preact/hooks";

import type { Api } from "../net/api.js";
import type { Catalog, GameBook } from "../net/catalog.js";
import { failureText } from "../net/failure.js";
import { type Loaded, useLoaded } from "./loaded.js";

export interface AppShared {
  readonly api: Api;
  readonly catalog: Catalog;
}

export const AppContext = createContext<AppShared | undefined>(undefined);

export function useApp(): AppShared {
  const shared = useContext(AppContext);
  if (!shared) throw new Error("the page has no servers");
  return shared;
}

/** A game, as soon as it is loaded. */
export function useGame(gameId: string): Loaded<GameBook> & { book: GameBook | undefined } {
  const { catalog } = useApp();
  const loaded = useLoaded(gameId, () => catalog.game(gameId));
  return { ...loaded, book: loaded.value };
}

/** Runs a call, and keeps whether it runs and why it failed. */
export function useTask(describe: (error: unknown) => string = failureText) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const [failure, setFailure] = useState("");
  const run = async (task: () => Promise<unknown>) => {
    // The second click of a double click comes before the button is disabled.
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure("");
    try {
      await task();
    } catch (error) {
      setFailure(describe(error));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return {
    busy,
    failure,
    run: (task: () => Promise<unknown>) => {
      void run(task);
    },
  };
}
