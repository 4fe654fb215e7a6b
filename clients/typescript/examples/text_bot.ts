/**
 * Plays by text messages, as a bot of a chat would: it reads messages from standard input and writes its own to standard
 * output. Arguments: SERVERS
 *
 * `!games` lists the games, `!new GAME` begins a match with bots, a number selects a choice, `!default` plays the default,
 * `!stop` leaves.
 */

import { createInterface } from "node:readline";

import { type Client, connect, english, Refusal, type Seat, stateOf, type Turn } from "@tinsel/client";

/** The match of one chat. */
class Chat {
  #seat: Seat | undefined;
  #turn: Turn | undefined;

  constructor(
    private readonly client: Client,
    private readonly say: (text: string) => void,
  ) {}

  async receive(message: string): Promise<void> {
    const [command = "", gameId = ""] = message.trim().split(/\s+/);
    const choice = this.#turn?.choices[Number(command) - 1];
    if (command === "!games") {
      for (const game of await this.client.games()) this.say(`${game.gameId}: ${game.summary}`);
    } else if (command === "!new") {
      await this.#begin(gameId);
    } else if (command === "!stop") {
      await this.#seat?.leave();
      this.say("You have left the match.");
    } else if (this.#turn === undefined) {
      this.say("It is not your turn. !new GAME begins a match, !games lists the games.");
    } else if (command === "!default") {
      await this.#decide(this.#turn.playDefault());
    } else if (choice) {
      await this.#decide(this.#turn.submit(choice.answer));
    } else {
      this.say(`Send a number from 1 to ${String(this.#turn.choices.length)}, or !default.`);
    }
  }

  async #begin(gameId: string): Promise<void> {
    const seats = (await this.client.game(gameId)).game?.seatsMin ?? 2;
    const host = await this.client.create(gameId, { seats });
    this.#seat = await this.client.join(host.matchId, "Player");
    for (let bot = 1; bot < seats; bot++) await host.addBot();
    void this.#narrate(this.#seat);
    void this.#ask(this.#seat);
  }

  /** Tells what happens. */
  async #narrate(seat: Seat): Promise<void> {
    for await (const message of seat.watch("", true)) {
      const update = message.message.case === "update" ? message.message.value : undefined;
      for (const event of update?.events ?? []) if (event.sentence) this.say(english(event.sentence));
      for (const standing of stateOf(message)?.match?.outcome?.standings ?? []) {
        this.say(`Seat ${String(standing.seat)} has rank ${String(standing.rank)}.`);
      }
    }
  }

  /** Asks for each decision. */
  async #ask(seat: Seat): Promise<void> {
    for await (const turn of seat.turns()) {
      this.#turn = turn;
      this.say(english(turn.form.title));
      turn.choices.forEach((choice, index) => {
        this.say(`  ${String(index + 1)}: ${english(choice.title)}`);
      });
      if (turn.choices.length === 0) this.say("  !default plays the default.");
    }
    this.#turn = undefined;
    this.say("The match is over.");
  }

  async #decide(submitting: Promise<bigint>): Promise<void> {
    this.#turn = undefined;
    await submitting;
  }
}

const client = connect((process.argv[2] ?? "http://127.0.0.1:7400").split(","));
const chat = new Chat(client, (text) => {
  console.log(text);
});
for await (const line of createInterface({ input: process.stdin })) {
  try {
    await chat.receive(line);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.log(error.text);
  }
}
process.exit(0);
