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

/** A game, once it is loaded. */
export function useGame(gameId: string | undefined): GameBook | undefined {
  const { catalog } = useApp();
  const [book, setBook] = useState<GameBook>();
  useEffect(() => {
    let current = true;
    if (gameId !== undefined && gameId !== "") {
      catalog.game(gameId).then(
        (loaded) => {
          if (current) setBook(loaded);
        },
        () => undefined,
      );
    }
    return () => {
      current = false;
    };
  }, [gameId]);
  return book?.about.game?.gameId === gameId ? book : undefined;
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
