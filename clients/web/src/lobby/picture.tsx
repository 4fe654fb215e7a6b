/** The picture of a game in the lobby. */

import { useGame } from "../ui/app_context.js";
import { Emblem } from "./emblem.js";

/** The addresses of the pictures by file. A game without a picture needs none. */
const SCENES = import.meta.glob<string>("../scenes/*.webp", { eager: true, query: "?url", import: "default" });

/** A scene of the game; the symbols of its components if the page has no picture of a scene. */
export function Picture({ gameId }: { gameId: string }) {
  const scene = SCENES[`../scenes/${gameId}.webp`];
  return scene === undefined ? (
    <ComponentsOf gameId={gameId} />
  ) : (
    <img class="picture" src={scene} alt="" width={489} height={275} />
  );
}

function ComponentsOf({ gameId }: { gameId: string }) {
  const { book } = useGame(gameId);
  return <Emblem gameId={gameId} components={book?.about.components ?? []} />;
}
