/** The games of the servers. */

import type { Client } from "@tinsel/client/without-games";
import type { GetGameResponse } from "@tinsel/client/without-games/gen/tinsel/v1/game_service_pb.js";
import type { Component } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

/** A game with its components by ID. */
export interface GameBook {
  readonly about: GetGameResponse;
  readonly components: ReadonlyMap<string, Component>;
}

/** Loads each game once. */
export class Catalog {
  readonly #games = new Map<string, Promise<GameBook>>();

  constructor(private readonly client: Client) {}

  game(gameId: string): Promise<GameBook> {
    const known = this.#games.get(gameId);
    if (known) return known;
    const loading = this.client.game(gameId).then(bookOf);
    this.#games.set(gameId, loading);
    // The next request tries again.
    loading.catch(() => this.#games.delete(gameId));
    return loading;
  }
}

function bookOf(about: GetGameResponse): GameBook {
  return { about, components: new Map(about.components.map((component) => [component.componentId, component])) };
}
