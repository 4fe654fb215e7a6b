/** What texts refer to: the components of the game and the seats of the match. */

import { type ComponentChildren, createContext } from "preact";
import { useContext, useMemo, useState } from "preact/hooks";
import type { Component } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { Art, symbolOf } from "./symbol.js";
import { Dialog } from "./dialog.js";

interface Book {
  readonly components: ReadonlyMap<string, Component>;
  readonly names: ReadonlyMap<number, string>;
  readonly own: number | undefined;
  /** Shows the description of a component. */
  readonly open: (component: Component) => void;
}

const NO_COMPONENTS: ReadonlyMap<string, Component> = new Map();

const BookContext = createContext<Book>({
  components: NO_COMPONENTS,
  names: new Map(),
  own: undefined,
  open: () => undefined,
});

export function useBook(): Book {
  return useContext(BookContext);
}

/** Provides the components and the names of seats, and shows the description of a selected component. */
export function BookProvider(props: {
  /** Absent while the game is loading. */
  components: ReadonlyMap<string, Component> | undefined;
  names: ReadonlyMap<number, string>;
  own: number | undefined;
  children: ComponentChildren;
}) {
  const { components = NO_COMPONENTS, names, own, children } = props;
  const [shown, setShown] = useState<Component>();
  const book = useMemo(() => ({ components, names, own, open: setShown }), [components, names, own]);
  const close = () => setShown(undefined);
  return (
    <BookContext.Provider value={book}>
      {children}
      {shown && (
        <Dialog title={shown.title} onClose={close}>
          <div class="component">
            {shown.art === "" ? <span class="symbol large">{symbolOf(shown)}</span> : <Art svg={shown.art} />}
            <div>
              <p class="muted">{shown.kind.replaceAll("_", " ")}</p>
              <p>{shown.text}</p>
            </div>
          </div>
        </Dialog>
      )}
    </BookContext.Provider>
  );
}

/** A button that shows the description of a component. */
export function About({ component }: { component: Component | undefined }) {
  const { open } = useBook();
  return component ? (
    <button type="button" class="info" aria-label={`About ${component.title}`} onClick={() => open(component)}>
      ?
    </button>
  ) : null;
}

/** The name of the occupant of a seat. */
export function useSeatName(): (seat: number) => string {
  const { names } = useBook();
  return (seat) => names.get(seat) ?? `Seat ${String(seat)}`;
}
