/** The packed package in an empty folder, without the repository. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

const MODULES = resolve("node_modules");
const folder = mkdtempSync(join(tmpdir(), "tinsel-client-"));
after(() => {
  rmSync(folder, { recursive: true });
});

function install(): void {
  const pack = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  const tarball = join(folder, execFileSync("npm", pack, { encoding: "utf8" }).trim());
  const library = join(folder, "node_modules/@tinsel/client");
  mkdirSync(library, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", library, "--strip-components", "1"]);
  for (const name of ["@bufbuild/protobuf", "@connectrpc/connect", "@connectrpc/connect-web"]) link(name);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
}

// Links are followed, so that the packages of a package are found.
function link(name: string): void {
  mkdirSync(join(folder, "node_modules", name, ".."), { recursive: true });
  symlinkSync(join(MODULES, name), join(folder, "node_modules", name));
}

install();

/** The bundle of a program for browsers. No browser needs `connect-node`, so it is not installed. */
async function bundle(program: string): Promise<Uint8Array> {
  const stdin = { contents: program, resolveDir: folder };
  const built = await build({ stdin, bundle: true, minify: true, format: "esm", platform: "browser", write: false });
  const [file] = built.outputFiles;
  assert.ok(file !== undefined);
  return file.contents;
}

test("a client without games has at most 47.5 kB in a browser", async () => {
  const entry = "@tinsel/client/without-games";
  const client = await bundle(`import { connect } from "${entry}"; globalThis.connect = connect;`);
  assert.ok(gzipSync(client, { level: 9 }).length <= 47_500);
  const whole = await bundle(`import * as all from "${entry}"; globalThis.all = all;`);
  assert.ok(gzipSync(whole, { level: 9 }).length <= 48_500);
  assert.doesNotMatch(Buffer.from(whole).toString(), /jingle_brawl|secret_santa/);
});

test("a program has only what it uses in a browser", async () => {
  const text = await bundle('import { english } from "@tinsel/client"; globalThis.english = english;');
  assert.ok(text.length < 1000);
});

test("both entries work in Node", () => {
  link("@connectrpc/connect-node");
  const program = `
    import { create, toBinary } from "@bufbuild/protobuf";
    import { connect } from "@tinsel/client";
    import * as other from "@tinsel/client/without-games";
    import { MatchStateSchema } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
    import about from "@tinsel/client/package.json" with { type: "json" };
    for (const use of [connect, other.connect]) use(["http://127.0.0.1:1"]).close();
    const bytes = toBinary(MatchStateSchema, create(MatchStateSchema, { match: { title: "Ada" } }));
    console.log(about.version, bytes.length);`;
  writeFileSync(join(folder, "program.js"), program);
  const output = execFileSync("node", ["program.js"], { cwd: folder, encoding: "utf8" });
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  assert.match(output, new RegExp(`^${version} [1-9]`));
});

test("exactly the wrong lines of a program do not type-check", () => {
  cpSync("tests/types/program.ts", join(folder, "program.ts"));
  const strict = ["--strict", "--exactOptionalPropertyTypes"];
  const options = ["--noEmit", ...strict, "--target", "es2022", "--module", "nodenext", "--pretty", "false"];
  const { stdout } = spawnSync(join(MODULES, ".bin/tsc"), [...options, "program.ts"], {
    cwd: folder,
    encoding: "utf8",
  });
  const lines = readFileSync("tests/types/program.ts", "utf8").split("\n");
  const wrong = lines.flatMap((line, index) => (line.endsWith("// wrong") ? [index + 1] : []));
  const found = stdout.split("\n").filter((line) => /^\S.*error TS/.test(line));
  assert.deepEqual(
    found.map((line) => Number(/^program\.ts\((\d+),/.exec(line)?.[1] ?? line)),
    wrong,
    stdout,
  );
});
