/** Characters as readers count them. */

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The grapheme clusters of a text. */
export function graphemes(text: string): string[] {
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}
