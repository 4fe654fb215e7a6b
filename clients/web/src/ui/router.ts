/** Routes in the fragment of the address. The fragment is never sent to a server. */

import { computed, signal } from "@preact/signals";

import { embedding, isFramed } from "../embed/embedding.js";
import { chooseSeat, grantOf, keep, keepSeat, seatsOf } from "../net/tokens.js";

export type Route =
  | { readonly page: "lobby" | "replay" | "unknown" }
  | { readonly page: "match"; readonly matchId: string }
  | { readonly page: "seat"; readonly matchId: string; readonly seat: { number: number; token: string } }
  | { readonly page: "code"; readonly code: string }
  | { readonly page: "new" | "rules"; readonly gameId: string };

export const route = signal<Route>({ page: "lobby" });

/**
 * The name of the player in the address of a frame, such as `#/match/ID?name=Ada`; empty: the player chooses it. All links of
 * the page contain it, so an address without a name is from the site.
 */
const nameOfSite = signal("");

/** The name that the site around the frame has set for the player; empty: the player chooses it. */
export const fixedName = computed(() => (embedding.value ? nameOfSite.value : ""));

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
  const [, path = "", query = ""] = /^#?\/?([^?]*)\??(.*)$/.exec(location.hash) ?? [];
  const [page = "", ...rest] = path.split("/").map(decoded);
  // First, because a link with a token is replaced by another link.
  if (isFramed) nameOfSite.value = new URLSearchParams(query).get("name")?.trim() ?? "";
  route.value = routeOf(page, rest);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A link that was cut or typed wrongly.
    return part;
  }
}

function routeOf(page: string, [first = "", second = "", third = ""]: string[]): Route {
  if (page === "") return { page: "lobby" };
  if (page === "replay") return { page };
  if (page === "new" && first === "") return { page: "lobby" };
  if (page === "match" && first !== "") return { page, matchId: first };
  if (page === "code" && first !== "") return { page, code: first };
  if ((page === "new" || page === "rules") && first !== "") return { page, gameId: first };
  if (page === "host" && first !== "" && second !== "") {
    // The token must not stay in the history of the browser.
    history.replaceState(null, "", linkTo("match", first));
    // Anyone can send such a link, so it never replaces a token.
    keep(first, { host: grantOf(first).host ?? second });
    return { page: "match", matchId: first };
  }
  if (page === "seat" && first !== "" && third !== "" && /^[0-9]+$/.test(second)) {
    const seat = { number: Number(second), token: third };
    const own = seatsOf(first);
    // The token must not stay in the history of the browser.
    history.replaceState(null, "", linkTo("match", first));
    // Anyone can send such a link, so a browser with another seat does not use it by itself.
    const known = own.find(({ token }) => token === seat.token);
    if (own.length > 0 && !known) return { page: "seat", matchId: first, seat };
    keepSeat(first, known ?? seat);
    chooseSeat(first, seat);
    return { page: "match", matchId: first };
  }
  return { page: "unknown" };
}

/** The link to a page, such as `#/match/ID`, with the name that the site has set. */
export function linkTo(...parts: string[]): string {
  const name = nameOfSite.value;
  return fragmentOf(parts) + (name === "" ? "" : `?${new URLSearchParams({ name }).toString()}`);
}

function fragmentOf(parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

/** Shows a page that the address names already. */
export function show(page: Route): void {
  route.value = page;
}

export function goTo(...parts: string[]): void {
  location.hash = linkTo(...parts);
}

/** Goes to a page in place of this one: the browser's "Back" then leads to the page before this one. */
export function replaceBy(...parts: string[]): void {
  location.replace(linkTo(...parts));
}

/** The address of a page, to send to others. It does not contain the name of this player. */
export function addressOf(...parts: string[]): string {
  return location.href.replace(/#.*$/, "") + fragmentOf(parts);
}
