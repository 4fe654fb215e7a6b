/** Pointer input that was aimed at what a new view has replaced, such as the second click of a double click. */

import { useLayoutEffect, useRef } from "preact/hooks";

/** Milliseconds in which a new view ignores every pointer. */
const FRESH = 500;
/** Milliseconds in which a new view ignores a pointer that stays where it was pressed before. */
const STILL = 1500;
/** Pixels by which a hand moves in a double click. */
const TREMOR = 12;

/** A press of a pointer. Times are those at which the input happened: the page can be too busy to handle it at once. */
interface Press {
  readonly began: number;
  ended: number;
  /** Whether the pointer had moved since its release before this press. */
  readonly moved: boolean;
}

let released: { readonly x: number; readonly y: number } | undefined;
let moved = true;
let press: Press | undefined;

function note({ clientX, clientY }: PointerEvent): void {
  if (released && Math.hypot(clientX - released.x, clientY - released.y) > TREMOR) moved = true;
}

/** Observes the pointers of the document. */
export function observePointers(): void {
  const observe = (type: string, listener: (event: PointerEvent) => void) => {
    document.addEventListener(type, listener as EventListener, { capture: true, passive: true });
  };
  observe("pointermove", note);
  observe("pointerdown", (event) => {
    note(event);
    press = { began: event.timeStamp, ended: Infinity, moved };
  });
  for (const end of ["pointerup", "pointercancel"]) {
    observe(end, ({ clientX, clientY, timeStamp }) => {
      released = { x: clientX, y: clientY };
      moved = false;
      if (press) press.ended = timeStamp;
    });
  }
}

/** The handler for the element of a view. It ignores pointers that were not aimed at the view; never the keyboard. */
export function useAim(view: string) {
  const shown = useRef(0);
  useLayoutEffect(() => {
    shown.current = performance.now();
  }, [view]);
  return {
    onClickCapture: (event: MouseEvent) => {
      // The keyboard and screen readers click without a pointer.
      if (event.detail === 0 || isAimed(event.timeStamp, shown.current)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

function isAimed(clicked: number, shown: number): boolean {
  // The pointer was pressed before the view, and released in it.
  if (press && press.began < shown && press.ended >= shown) return false;
  // Some screen readers click without a press.
  const { began, moved } = press && press.began >= shown ? press : { began: clicked, moved: false };
  const age = began - shown;
  return age >= STILL || (moved && age >= FRESH);
}
