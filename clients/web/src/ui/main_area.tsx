/** The main landmark of a page. */

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

import { useAim } from "./aim.js";
import { hasNavigated } from "./router.js";

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
      <p class="muted">
        <a href="#/">Games</a>
      </p>
      <h1>{title}</h1>
      {children}
    </Main>
  );
}
