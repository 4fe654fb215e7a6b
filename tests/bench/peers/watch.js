// Spectators of one match, each with its own connection. usage: node watch.js SIDE PORT MATCH SPECTATORS
//
// Prints `ready`, and then for each update the time when the last spectator had it.

import { now } from "./measure.js";

const [name, port, id, count] = process.argv.slice(2);
const { watch } = await import(`./${name}/side.js`);
const AT_ONCE = 20;

const spectators = Number(count);
const arrived = [];
let ready = false;

function updated(seen) {
  if (!ready) return;
  const update = seen.updates;
  seen.updates += 1;
  arrived[update] = (arrived[update] ?? 0) + 1;
  if (arrived[update] === spectators) console.log(`${now()}`);
}

for (let opened = 0; opened < spectators; opened += AT_ONCE) {
  const some = Math.min(AT_ONCE, spectators - opened);
  await Promise.all(
    Array.from({ length: some }, () => {
      const seen = { updates: 0 };
      return watch(port, id, () => updated(seen));
    }),
  );
}
ready = true;
console.log("ready");
