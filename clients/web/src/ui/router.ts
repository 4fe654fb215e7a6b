/** Routes in the fragment of the address. The fragment is never sent to a server. */

import { signal } from "@preact/signals";

import { keep } from "../net/tokens.js";

export type Route =
  | { readonly page: "lobby" | "replay" | "unknown" }
  | { readonly page: "match"; readonly matchId: string }
  | { readonly page: "code"; readonly code: string }
  | { readonly page: "new" | "rules"; readonly gameId: string };

export const route = signal<Route>({ page: "lobby" });

let navigated = false;

/** Whether the user has left the first page. */
export function hasNavigated(): boolean {
  return navigated;
}

/** Follows the fragment of the address. */
export function followRoutes(): void {
  addEventListener("hashchange", () => {
    navigated = true;
    follow();
  });
  follow();
}

function follow(): void {
  const [page = "", ...rest] = location.hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decodeURIComponent);
  route.value = routeOf(page, rest);
}

function routeOf(page: string, [first = "", second = "", third = ""]: string[]): Route {
  if (page === "") return { page: "lobby" };
  if (page === "replay") return { page };
  if (page === "new" && first === "") return { page: "lobby" };
  if (page === "match" && first !== "") return { page, matchId: first };
  if (page === "code" && first !== "") return { page, code: first };
  if ((page === "new" || page === "rules") && first !== "") return { page, gameId: first };
  if (page === "seat" && third !== "") {
    keep(first, { seat: { number: Number(second), token: third } });
    // The token must not stay in the history of the browser.
    history.replaceState(null, "", linkTo("match", first));
    return { page: "match", matchId: first };
  }
  return { page: "unknown" };
}

/** The link to a page, such as `#/match/ID`. */
export function linkTo(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

export function goTo(...parts: string[]): void {
  location.hash = linkTo(...parts);
}

/** The address of a page, to send to others. */
export function addressOf(...parts: string[]): string {
  return location.href.replace(/#.*$/, "") + linkTo(...parts);
}
