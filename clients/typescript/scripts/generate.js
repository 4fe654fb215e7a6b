/** Generates the modules of the protos, and the library without games: a copy in which a game has an empty message. */

import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const WITHOUT = "src/without_games";
const PROTOS = ".protos/without_games";

for (const folder of [WITHOUT, PROTOS]) rmSync(folder, { recursive: true, force: true });

cpSync("../../proto", PROTOS, { recursive: true });
rmSync(`${PROTOS}/tinsel/games`, { recursive: true });
const game = `${PROTOS}/tinsel/v1/game.proto`;
const ofGames = /^import .*\n|^ +\/\/.*\n +oneof [^}]*\}\n/gm;
writeFileSync(game, readFileSync(game, "utf8").replaceAll(ofGames, ""));

// The options of files are for other languages, and descriptors would contain them.
for (const name of readdirSync(PROTOS, { recursive: true }).filter((name) => name.endsWith(".proto"))) {
  const file = `${PROTOS}/${name}`;
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(/^option .*\n/gm, ""));
}

const buf = (...more) => execFileSync("buf", ["generate", ...more], { stdio: "inherit" });
buf();
buf("--template", "buf.gen.without_games.yaml");

// Compressed text of descriptors is a third smaller than their base64.
for (const name of readdirSync(`${WITHOUT}/gen`, { recursive: true }).filter((name) => name.endsWith(".ts"))) {
  const file = `${WITHOUT}/gen/${name}`;
  const plain = (_, base64) => `fileDesc(btoa(${JSON.stringify(atob(base64))})`;
  writeFileSync(file, readFileSync(file, "utf8").replace(/fileDesc\("([^"]*)"/, plain));
}

const sources = readdirSync("src").filter((name) => name.endsWith(".ts") && name !== "node.ts");
for (const name of sources) cpSync(`src/${name}`, `${WITHOUT}/${name}`);
cpSync("../../LICENSE", "LICENSE");
