/** The page. */

import { render } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";

import { embed, hasLobby, isFramed } from "./embed/embedding.js";
import { reportReady } from "./embed/messages.js";
import { CodePage } from "./lobby/code_page.js";
import { NewMatchPage } from "./lobby/new_match.js";
import { LobbyPage } from "./lobby/page.js";
import { SeatPage } from "./lobby/seat_page.js";
import { RulesPage } from "./lobby/rules_page.js";
import { MatchPage } from "./match/page.js";
import { connectApi } from "./net/api.js";
import { Catalog } from "./net/catalog.js";
import { ConfigUnavailable, readConfig } from "./net/config.js";
import { storageProblem } from "./net/storage.js";
import { discardOldCalls } from "./net/stored_calls.js";
import { chooseSeatOf, chosenSeat, grantOf } from "./net/tokens.js";
import { acceptDrops } from "./replay/dropped.js";
import { ReplayPage } from "./replay/page.js";
import "./styles/all.css";
import { observePointers } from "./ui/aim.js";
import { AppContext, type AppShared } from "./ui/app_context.js";
import { ErrorBoundary } from "./ui/error_boundary.js";
import { LiveRegions } from "./ui/live.js";
import { useLoaded, Waiting } from "./ui/loaded.js";
import { fixedName, followRoutes, hasNavigated, linkTo, route, type Route } from "./ui/router.js";
import { focusMain, Main, TitledPage } from "./ui/main_area.js";
import { makeTranslatable } from "./ui/translatable.js";

function App() {
  const loaded = useLoaded("configuration", start, (error) => !(error instanceof ConfigUnavailable));
  const shared = loaded.value;
  // Before the first state of a match, which another tab can send at once.
  useLayoutEffect(() => {
    if (shared) reportReady();
  }, [shared]);
  return (
    <>
      <button type="button" class="skip" onClick={focusMain}>
        Skip to the content
      </button>
      {hasLobby.value && (!isFramed || shared !== undefined) && <SiteHeader />}
      <StorageNotice />
      {loaded.failure !== "" && (
        <Main class="page narrow">
          <h1>{loaded.refused ? "The page is not set up correctly" : "The page cannot start"}</h1>
          <Waiting data="its configuration" loaded={loaded} />
        </Main>
      )}
      {shared && (
        <AppContext.Provider value={shared}>
          <Page />
        </AppContext.Provider>
      )}
      <LiveRegions />
    </>
  );
}

async function start(): Promise<AppShared> {
  const config = await readConfig();
  embed(config.embed);
  const api = connectApi(config.servers);
  return { api, catalog: new Catalog(api.loads) };
}

function SiteHeader() {
  return (
    <header class="site">
      <a class="brand" href={linkTo()}>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M16 3l3 9h9.4l-7.6 5.6 2.9 9L16 21l-7.7 5.6 2.9-9L3.6 12H13z" />
        </svg>
        Tinsel
      </a>
      <nav aria-label="Page">
        <a href={linkTo()}>Games</a>
        <a href={linkTo("replay")}>Replay</a>
      </nav>
    </header>
  );
}

function StorageNotice() {
  const problem = storageProblem.value;
  if (problem === undefined) return null;
  return (
    <aside class="notice">
      <p role="status">
        {problem === "full"
          ? "The storage of this browser is full, so your newest seats and matches are not stored. "
          : "This browser stores no data for this page, so your seats and matches are not stored. "}
        If you close or reload this tab, you lose them. To keep one, open the match, choose “Move to another device” in
        its menu, and copy the secret link.
      </p>
    </aside>
  );
}

function Page() {
  const shown = route.value;
  useEffect(() => {
    scrollTo(0, 0);
    // A reader continues at the top of the new page.
    if (hasNavigated()) focusMain();
  }, [shown]);
  return <ErrorBoundary view={shown}>{pageOf(shown)}</ErrorBoundary>;
}

function pageOf(shown: Route) {
  if (!hasLobby.value && !isOfMatch(shown)) {
    return (
      <TitledPage title="No match">
        <p>This frame shows only the match of its address.</p>
      </TitledPage>
    );
  }
  switch (shown.page) {
    case "lobby":
      return <LobbyPage />;
    case "new":
      return <NewMatchPage key={shown.gameId} gameId={shown.gameId} />;
    case "rules":
      return <RulesPage key={shown.gameId} gameId={shown.gameId} />;
    case "match":
      if (fixedName.value !== "") chooseSeatOf(shown.matchId, fixedName.value);
      // A link can bring a token to a match that is shown already.
      return <MatchPage key={JSON.stringify([shown.matchId, ...tokensOf(shown.matchId)])} matchId={shown.matchId} />;
    case "seat":
      return <SeatPage matchId={shown.matchId} seat={shown.seat} />;
    case "code":
      return <CodePage key={shown.code} code={shown.code} />;
    case "replay":
      return <ReplayPage />;
    case "unknown":
      return (
        <TitledPage title="No such page">
          <p>The link is incomplete or wrong.</p>
        </TitledPage>
      );
  }
}

/** Whether a page belongs to the match of the address. */
function isOfMatch(shown: Route): boolean {
  switch (shown.page) {
    case "match":
    case "seat":
    case "code":
      return true;
    case "lobby":
    case "new":
    case "rules":
    case "replay":
    case "unknown":
      return false;
  }
}

function tokensOf(matchId: string): (string | undefined)[] {
  const seat = chosenSeat(matchId);
  return [seat === "ask" ? seat : seat?.token, grantOf(matchId).host];
}

const root = document.getElementById("app");
makeTranslatable();
discardOldCalls();
observePointers();
followRoutes();
acceptDrops();
if (root) render(<App />, root);
