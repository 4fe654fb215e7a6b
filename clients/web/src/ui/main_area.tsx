/** The main landmark of a page. */

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

import { hasLobby, lastMatch } from "../embed/embedding.js";
import { useAim } from "./aim.js";
import { hasNavigated, linkTo, route } from "./router.js";

/** The content of a page. It takes the focus that the page before has lost. */
export function Main(props: { class: string; aim?: ReturnType<typeof useAim>; children: ComponentChildren }) {
  const { class: name, aim, children } = props;
  useEffect(() => {
    if (hasNavigated() && document.activeElement === document.body) focusMain();
  }, []);
  return (
    <main class={name} tabIndex={-1} {...aim}>
      {children}
    </main>
  );
}

/** Moves the focus to the content. */
export function focusMain(): void {
  document.querySelector("main")?.focus({ preventScroll: true });
}

/** A page with its title. The tab can have a longer one. */
export function TitledPage(props: { title: string; tab?: string; children: ComponentChildren }) {
  const { title, tab = title, children } = props;
  const aim = useAim(title);
  useEffect(() => {
    document.title = tab;
  }, [tab]);
  return (
    <Main class="page narrow" aim={aim}>
      <Back />
      <h1>{title}</h1>
      {children}
    </Main>
  );
}

/** The link to the page before. */
function Back() {
  const matchId = lastMatch.value;
  const { page } = route.value;
  if (hasLobby.value) {
    return (
      <p class="muted">
        <a href={linkTo()}>Games</a>
      </p>
    );
  }
  return matchId !== undefined && page !== "match" ? (
    <p class="muted">
      <a href={linkTo("match", matchId)}>Back to the match</a>
    </p>
  ) : null;
}
