/** The packed package in empty folders, without the repository: with the newest packages that it needs, and with the lowest. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

const MODULES = resolve("node_modules");
const about = JSON.parse(readFileSync("package.json", "utf8")) as {
  version: string;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
const homes: string[] = [];
after(() => {
  for (const home of homes) rmSync(home, { recursive: true });
});

/** Installs the package beside this version of Protobuf. All packages are copied, so that they find the same one. */
function install(protobuf: string): string {
  const home = mkdtempSync(join(tmpdir(), "tinsel-client-"));
  homes.push(home);
  const pack = ["pack", "--ignore-scripts", "--silent", "--pack-destination", home];
  const tarball = join(home, execFileSync("npm", pack, { encoding: "utf8" }).trim());
  const library = join(home, "node_modules/@tinsel/client");
  mkdirSync(library, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", library, "--strip-components", "1"]);
  add(home, protobuf, "@bufbuild/protobuf");
  for (const name of ["@connectrpc/connect", "@connectrpc/connect-web"]) add(home, name);
  writeFileSync(join(home, "package.json"), '{ "type": "module" }');
  return home;
}

function add(home: string, name: string, as = name): void {
  cpSync(join(MODULES, name), join(home, "node_modules", as), { recursive: true });
}

const newest = install("@bufbuild/protobuf");
const lowest = install("protobuf-lowest");

function versionOf(home: string, name: string): string {
  return (JSON.parse(readFileSync(join(home, "node_modules", name, "package.json"), "utf8")) as { version: string })
    .version;
}

/** The bundle of a program for browsers. No browser needs `connect-node`. */
async function bundle(home: string, program: string): Promise<Uint8Array> {
  const stdin = { contents: program, resolveDir: home };
  const built = await build({ stdin, bundle: true, minify: true, format: "esm", platform: "browser", write: false });
  const [file] = built.outputFiles;
  assert.ok(file !== undefined);
  return file.contents;
}

test("the lowest versions are the declared ones", () => {
  add(lowest, "@connectrpc/connect-node");
  const declared = { ...about.dependencies, ...about.peerDependencies, ...about.optionalDependencies };
  for (const [name, range] of Object.entries(declared)) assert.equal(versionOf(lowest, name), range.slice(1), name);
});

// Since release 2.13, Protobuf itself is 4 kB larger.
for (const [home, client, whole] of [
  [lowest, 45_000, 45_000],
  [newest, 47_700, 49_000],
] as const) {
  const versions = home === lowest ? "lowest" : "newest";

  test(`a client without games is small in a browser, with the ${versions} versions`, async () => {
    const entry = "@tinsel/client/without-games";
    const small = await bundle(home, `import { connect } from "${entry}"; globalThis.connect = connect;`);
    assert.ok(gzipSync(small, { level: 9 }).length <= client);
    const all = await bundle(home, `import * as all from "${entry}"; globalThis.all = all;`);
    assert.ok(gzipSync(all, { level: 9 }).length <= whole);
    assert.doesNotMatch(Buffer.from(all).toString(), /jingle_brawl|secret_santa/);
  });

  test(`both entries work in Node, with the ${versions} versions`, () => {
    add(home, "@connectrpc/connect-node");
    const program = `
      import { create, toBinary } from "@bufbuild/protobuf";
      import { connect } from "@tinsel/client";
      import * as other from "@tinsel/client/without-games";
      import { MatchStateSchema } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
      import about from "@tinsel/client/package.json" with { type: "json" };
      for (const use of [connect, other.connect]) use(["http://127.0.0.1:1"]).close();
      const bytes = toBinary(MatchStateSchema, create(MatchStateSchema, { match: { title: "Ada" } }));
      console.log(about.version, bytes.length);`;
    writeFileSync(join(home, "program.js"), program);
    const output = execFileSync("node", ["program.js"], { cwd: home, encoding: "utf8" });
    assert.match(output, new RegExp(`^${about.version} [1-9]`));
  });
}

test("the unit tests pass with the lowest versions", () => {
  add(lowest, "@connectrpc/connect-node");
  const folder = join(lowest, "dist");
  cpSync("dist", folder, { recursive: true });
  const others = readdirSync("dist/tests").filter((name) => name.endsWith(".test.js") && name !== "package.test.js");
  const run = ["--test", ...others.map((name) => join(folder, "tests", name))];
  // By this variable, a test run recognizes that it is inside another one.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { status, stdout } = spawnSync("node", run, { encoding: "utf8", env });
  assert.equal(status, 0, stdout);
});

test("a program has only what it uses in a browser", async () => {
  const text = await bundle(newest, 'import { english } from "@tinsel/client"; globalThis.english = english;');
  assert.ok(text.length < 1000);
});

test("exactly the wrong lines of a program do not type-check", () => {
  cpSync("tests/types/program.ts", join(newest, "program.ts"));
  const strict = ["--strict", "--exactOptionalPropertyTypes"];
  const options = ["--noEmit", ...strict, "--target", "es2022", "--module", "nodenext", "--pretty", "false"];
  const { stdout } = spawnSync(join(MODULES, ".bin/tsc"), [...options, "program.ts"], {
    cwd: newest,
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
