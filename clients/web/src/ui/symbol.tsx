/** Symbols and pictures of components. */

import { useEffect, useState } from "preact/hooks";
import type { Component } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { graphemes } from "./graphemes.js";

/** The symbol of a component, or the first character of its title. */
export function symbolOf(component: Component | undefined, title = ""): string {
  if (component && component.symbol !== "") return component.symbol;
  return firstCharacter(component?.title ?? title);
}

function firstCharacter(text: string): string {
  const [first = "·"] = graphemes(text.trim());
  return first.toUpperCase();
}

/** The symbol of a component in its colour, beside its title. */
export function SmallSymbol({ component }: { component: Component | undefined }) {
  return component ? (
    <span class="symbol small" style={cardStyle(component.kind)} aria-hidden="true">
      {symbolOf(component)}
    </span>
  ) : null;
}

/** The hue of a card: that of the kind of its component. */
export function cardStyle(kind: string): Record<string, string> {
  return { "--hue": String(hueOf(kind)) };
}

/** A drawing of a component. An image runs no scripts. */
export function Art({ svg }: { svg: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const created = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [svg]);
  return url === undefined ? null : <img class="art" src={url} alt="" />;
}

/** The hue of a name, the same in every session. */
export function hueOf(name: string): number {
  let hash = 7;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65521;
  return Math.round(hash * 137.5) % 360;
}

/** The first letter of a name, with the number at its end. */
export function initials(name: string): string {
  return firstCharacter(name) + (/\d{1,2}$/.exec(name)?.[0] ?? "");
}

/** The hue of a seat. Neighbours have distant hues. */
export function seatHue(seat: number): number {
  return Math.round(seat * 137.5 + 12) % 360;
}
