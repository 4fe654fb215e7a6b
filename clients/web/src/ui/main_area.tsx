/** The main landmark of a page. */

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

import { hasNavigated } from "./router.js";

/** The content of a page. It takes the focus that the page before has lost. */
export function Main({ class: name, children }: { class: string; children: ComponentChildren }) {
  useEffect(() => {
    if (hasNavigated() && document.activeElement === document.body) focusMain();
  }, []);
  return (
    <main class={name} tabIndex={-1}>
      {children}
    </main>
  );
}

/** Moves the focus to the content. */
export function focusMain(): void {
  document.querySelector("main")?.focus({ preventScroll: true });
}
