/** What all pages share. */

import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";

import type { Api } from "../net/api.js";
import type { Catalog, GameBook } from "../net/catalog.js";
import { failureText } from "../net/failure.js";

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

/** A game, once it is loaded, and why it could not be loaded. */
export function useGame(gameId: string): { book: GameBook | undefined; failure: string } {
  const { catalog } = useApp();
  const [book, setBook] = useState<GameBook>();
  const [failure, setFailure] = useState("");
  useEffect(() => {
    let current = true;
    setFailure("");
    catalog.game(gameId).then(
      (loaded) => {
        if (current) setBook(loaded);
      },
      (error: unknown) => {
        if (current) setFailure(failureText(error));
      },
    );
    return () => {
      current = false;
    };
  }, [gameId]);
  return { book: book?.about.game?.gameId === gameId ? book : undefined, failure };
}

/** Runs a call, and keeps whether it runs and why it failed. */
export function useTask(describe: (error: unknown) => string = failureText) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const run = async (task: () => Promise<unknown>) => {
    setBusy(true);
    setFailure("");
    try {
      await task();
    } catch (error) {
      setFailure(describe(error));
    } finally {
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
