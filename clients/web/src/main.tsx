/** The page. */

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";

import { CodePage } from "./lobby/code_page.js";
import { NewMatchPage } from "./lobby/new_match.js";
import { LobbyPage } from "./lobby/page.js";
import { SeatPage } from "./lobby/seat_page.js";
import { RulesPage } from "./lobby/rules_page.js";
import { MatchPage } from "./match/page.js";
import { connectApi } from "./net/api.js";
import { Catalog } from "./net/catalog.js";
import { failureText } from "./net/failure.js";
import { grantOf, isStored } from "./net/tokens.js";
import { acceptDrops } from "./replay/dropped.js";
import { ReplayPage } from "./replay/page.js";
import "./styles.css";
import { AppContext, type AppShared } from "./ui/app_context.js";
import { Failure } from "./ui/failure.js";
import { LiveRegions } from "./ui/live.js";
import { followRoutes, hasNavigated, route } from "./ui/router.js";
import { focusMain, Main, TitledPage } from "./ui/main_area.js";

function App() {
  const [shared, setShared] = useState<AppShared>();
  const [failure, setFailure] = useState("");
  useEffect(() => {
    connectApi().then(
      (api) => setShared({ api, catalog: new Catalog(api.calls) }),
      (error: unknown) => setFailure(failureText(error)),
    );
  }, []);
  return (
    <>
      <button type="button" class="skip" onClick={focusMain}>
        Skip to the content
      </button>
      <header class="site">
        <a class="brand" href="#/">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d="M16 3l3 9h9.4l-7.6 5.6 2.9 9L16 21l-7.7 5.6 2.9-9L3.6 12H13z" />
          </svg>
          Tinsel
        </a>
        <nav aria-label="Page">
          <a href="#/">Games</a>
          <a href="#/replay">Replay</a>
        </nav>
      </header>
      {!isStored && (
        <aside class="notice">
          This browser stores no data for this page. If you close or reload this tab, you lose your seats.
        </aside>
      )}
      {failure !== "" && (
        <Main class="page narrow">
          <h1>The page is not set up correctly</h1>
          <Failure text={failure} />
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

function Page() {
  const shown = route.value;
  useEffect(() => {
    scrollTo(0, 0);
    // A reader continues at the top of the new page.
    if (hasNavigated()) focusMain();
  }, [shown]);
  switch (shown.page) {
    case "lobby":
      return <LobbyPage />;
    case "new":
      return <NewMatchPage key={shown.gameId} gameId={shown.gameId} />;
    case "rules":
      return <RulesPage key={shown.gameId} gameId={shown.gameId} />;
    case "match":
      // A link can bring the token of a seat to a match that is shown already.
      return <MatchPage key={`${shown.matchId} ${grantOf(shown.matchId).seat?.token ?? ""}`} matchId={shown.matchId} />;
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

const root = document.getElementById("app");
followRoutes();
acceptDrops();
if (root) render(<App />, root);
