/** The rule for names of players and matches. The server has the same rule: `tests/fixtures/names.json` tests both. */

import { graphemes } from "./graphemes.js";

/** The maximum length of a character, in code points. The longest emoji has ten. */
const CHARACTER_MAX = 12;
/** The bytes of UTF-8 that a name may have for each character that it may have. */
const CHARACTER_BYTES = 4;

/** Invisible characters that change how the characters beside them look. */
const VISIBLE = [
  // The flags of England, Scotland and Wales.
  /(?<=\u{1f3f4})\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu,
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu,
  // The server knows which letters join. Browsers know only that letters of these scripts do not.
  /(?<=[\p{L}\p{M}])(?<![\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hani}])\u200c(?=\p{L})/gu,
  /(?<=\p{Emoji})[\ufe0e\ufe0f]/gu,
  /(?<=\p{scx=Mong})[\u180b-\u180d\u180f]/gu,
  /(?<=\p{scx=Hani})[\ufe00-\ufe0d\u{e0100}-\u{e01ef}]/gu,
];
// Not unassigned ones: the browser can know an older version of Unicode than the server.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u180b-\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
/** Characters without a picture. A name needs another one. */
const BLANK =
  /[\s\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2800\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]/gu;

/** A sign, and a joiner before a letter. */
const CONJUNCT = /\p{M}[\u200c\u200d](?=\p{L})/gu;

/** Whether a mark forms conjuncts: its combining class is 9, between those of two other marks, which sort it. */
function isVirama(mark: string): boolean {
  const [below, above] = ["\u3099", "\u05b0"];
  return (mark + below).normalize("NFD") === below + mark && (above + mark).normalize("NFD") === mark + above;
}

/** Why a text cannot be a name. Empty if it can be one, and for an empty text. White space at its ends does not count. */
export function nameProblem(text: string, lengthMax: number): string {
  const name = text.trim();
  if (name === "") return "";
  const characters = graphemes(name).map((character) => Array.from(character).length);
  if (characters.length > lengthMax)
    return `The name has ${String(characters.length)} characters; it may have at most ${String(lengthMax)}.`;
  const bytes = new TextEncoder().encode(name).length;
  const bytesMax = CHARACTER_BYTES * lengthMax;
  if (bytes > bytesMax)
    return `The name needs ${String(bytes)} bytes; it may have at most ${String(bytesMax)}. Use fewer characters or simpler ones.`;
  const plain = name.replaceAll(CONJUNCT, (joined) => (isVirama(Array.from(joined)[0] ?? "") ? "" : joined));
  const shown = VISIBLE.reduce((rest, pattern) => rest.replaceAll(pattern, ""), plain);
  const visible = !INVISIBLE.test(shown) && name.normalize("NFKC").replaceAll(BLANK, "") !== "";
  if (!visible) return "The name has an invisible character. Type it again without that character.";
  if (Math.max(...characters) > CHARACTER_MAX)
    return `A character of the name consists of more than ${String(CHARACTER_MAX)} parts, such as accents. Use a simpler one.`;
  return "";
}
