/** Data that the page loads, and requests again until it has them. */

import { Refusal } from "@tinsel/client/without-games";
import { useEffect, useState } from "preact/hooks";

import { failureText } from "../net/failure.js";
import { Failure } from "./failure.js";

/** The first wait before a retry in milliseconds. Each further wait is twice as long, up to the maximum. */
const BACKOFF = 1000;
const BACKOFF_MAX = 30_000;

export interface Loaded<T> {
  readonly value: T | undefined;
  /** Why the last attempt failed; empty: none has failed. */
  readonly failure: string;
  /** Whether no retry follows, such as after a refusal of the server. */
  readonly refused: boolean;
  /** Requests the data now. */
  readonly retry: () => void;
}

/** Whether the server has refused a request. A refusal without a reason is from the login page of a network instead. */
function isRefusal(error: unknown): boolean {
  return error instanceof Refusal && error.reason !== "";
}

/** Loads the data of a key. `isFinal`: whether no retry follows after an error. */
export function useLoaded<T>(key: string, load: () => Promise<T>, isFinal = isRefusal): Loaded<T> {
  const [loaded, setLoaded] = useState<Omit<Loaded<T>, "retry"> & { key: string }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    let wait = BACKOFF;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      load().then(
        (value) => {
          if (current) setLoaded({ key, value, failure: "", refused: false });
        },
        (error: unknown) => {
          if (!current) return;
          const refused = isFinal(error);
          setLoaded({ key, value: undefined, failure: failureText(error), refused });
          if (!refused) timer = setTimeout(start, wait);
          wait = Math.min(2 * wait, BACKOFF_MAX);
        },
      );
    };
    start();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key, attempt]);
  const { value, failure = "", refused = false } = loaded?.key === key ? loaded : {};
  return { value, failure, refused, retry: () => setAttempt(attempt + 1) };
}

/** The progress of a load, and the reason of the last failure. `data`: a name such as "the games". */
export function Waiting({ data, loaded }: { data: string; loaded: Loaded<unknown> }) {
  const { value, failure, refused, retry } = loaded;
  if (value !== undefined) return null;
  if (refused) return <Failure text={failure} />;
  if (failure === "") {
    return (
      <p class="muted" role="status">
        Loading {data}…
      </p>
    );
  }
  return (
    <p class="problem" role="alert">
      {failure} The page tries again to load {data}.{" "}
      <button type="button" onClick={retry}>
        Try now
      </button>
    </p>
  );
}
