/** The page inside a frame of another site, as `config.json` describes it. */

import { computed, signal } from "@preact/signals";

import { applyScheme, applyTheme, type Scheme } from "./theme.js";

/** The part `embed` of `config.json`. */
export interface Embed {
  /** The origins of the sites that receive messages. */
  readonly parents: readonly string[];
  /** Whether the page has links to other matches and games. */
  readonly lobby: boolean;
  /** The colour scheme; undefined: that of the browser. */
  readonly scheme: Scheme | undefined;
  /** Values of CSS variables, by name. A browser can lack some of them. */
  readonly theme: Readonly<Record<string, string>>;
}

/** Whether the page is inside a frame. */
export const isFramed = window.parent !== window;

/** The configuration of the frame; undefined outside a frame, and without the part `embed`. */
export const embedding = signal<Embed | undefined>(undefined);

/** Whether the page has links to other matches and games. */
export const hasLobby = computed(() => embedding.value?.lobby ?? true);

/** The ID of the match that the page has shown last. */
export const lastMatch = signal<string | undefined>(undefined);

/** Applies the part `embed` of `config.json`. */
export function embed(part: Embed | undefined): void {
  if (!part) return;
  embedding.value = part;
  applyTheme(part.theme);
  if (part.scheme) applyScheme(part.scheme);
}
