/** A bot: takes a seat of a match and plays it to the end. Arguments: ADDRESS MATCH_ID */

import { create } from "@bufbuild/protobuf";
import { connect } from "@tinsel/client";
import { GameActionSchema } from "@tinsel/client/gen/tinsel/v1/game_pb.js";

const [address = "", matchId = ""] = process.argv.slice(2);
const seat = await connect([address]).join(matchId, "First Bot");
for await (const turn of seat.turns()) {
  const choice = turn.choices[Math.floor(Math.random() * turn.choices.length)];
  if (turn.decision === "select_presents") {
    // A typed action of one game.
    const value = { action: { case: "selectPresents" as const, value: { letters: [1, 2, 3, 4, 5] } } };
    await turn.submit(create(GameActionSchema, { game: { case: "presentsOfMine", value } }));
  } else if (choice) {
    await turn.submit(choice.answer);
  } else {
    await turn.playDefault();
  }
}
console.log(seat.outcome);
