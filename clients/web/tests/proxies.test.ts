/** The page behind proxies of other makers, with their default settings and with the samples of the repository. */

import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { Random } from "./harness/random.js";
import { has, type ProxyName, ReverseProxy, sample } from "./harness/reverse_proxy.js";
import { createMatch, World } from "./harness/world.js";

const world = World.ofThisFile();

/** nginx with one location, and with settings beside it. */
function nginx(location: string, more = ""): string {
  return `events {} http { ${more} server { listen 127.0.0.1:8080; ${location} } }`;
}

const PASS = "location / { proxy_pass http://127.0.0.1:7400; }";
const GZIP = 'gzip on; gzip_types "*"; gzip_min_length 0; gzip_proxied any;';

const CASES: readonly (readonly [string, ProxyName, string, string])[] = [
  ["nginx with its default settings", "nginx", nginx(PASS), ""],
  ["nginx that compresses all types", "nginx", nginx(PASS, GZIP), ""],
  [
    "nginx below a path",
    "nginx",
    nginx("location /games/tinsel/ { proxy_pass http://127.0.0.1:7400/; }"),
    "/games/tinsel",
  ],
  ["nginx with the sample", "nginx", sample("nginx.conf"), ""],
  ["nginx with the sample, below a path", "nginx", sample("nginx.conf"), "/tinsel"],
  ["Caddy with the sample", "caddy", sample("Caddyfile"), ""],
  ["Envoy with the sample", "envoy", sample("envoy.yaml"), ""],
];

for (const [title, name, configuration, path] of CASES) {
  // B2
  test(`a whole match is played behind ${title}`, { skip: !has(name) && `${name} is not installed` }, async () => {
    const proxy = await ReverseProxy.start(name, configuration, world.server.port);
    const person = await world.person({}, `${proxy.address}${path}`);
    const table = await createMatch(await person.open("#/new/jingle_brawl"));
    await table.connection.getByText("Live", { exact: true }).waitFor();
    const decisions = await table.playToTheEnd(new Random(), () => undefined);
    assert.ok(decisions > 0);
    await table.ending.getByRole("heading", { name: "Final ranking" }).waitFor();
    await person.leave();
    await proxy.stop();
  });
}

// B2
test(
  "a page behind a proxy that buffers streams reads the match instead, and says why",
  { skip: !has("nginx") },
  async () => {
    const buffers = nginx(PASS, "proxy_ignore_headers X-Accel-Buffering;");
    const proxy = await ReverseProxy.start("nginx", buffers, world.server.port);
    const person = await world.person({}, proxy.address);
    const table = await createMatch(await person.open("#/new/jingle_brawl"));
    await table.connection.getByText("a proxy before the server buffers its messages").waitFor();
    assert.equal(await table.turn(), true);
    await table.decide(new Random());
    assert.equal(await table.turn(), true, "the page reads the next decision");
    // A retry ends the reading: the page tries a stream at once.
    const retried = table.page.waitForRequest(/\/WatchMatch$/, { timeout: 5000 });
    await table.page.evaluate(() => {
      const now = Date.now() + 30_000;
      Date.now = () => now;
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await retried;
    await person.leave();
    await proxy.stop();
  },
);

// B2
test(
  "a page behind a proxy with basic authentication plays with the credentials of its URL",
  { skip: !has("nginx") },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "tinsel-users-"));
    const users = join(folder, "users");
    writeFileSync(users, "ada:{PLAIN}party\n");
    // The processes of nginx can have another user.
    chmodSync(folder, 0o755);
    const authentication = `auth_basic party; auth_basic_user_file ${users};`;
    const proxy = await ReverseProxy.start("nginx", nginx(PASS, authentication), world.server.port);
    const person = await world.person({}, proxy.address);
    const page = await person.context.newPage();
    assert.equal((await page.request.get(proxy.address)).status(), 401);
    await page.goto(`${proxy.address.replace("//", "//ada:party@")}/#/new/jingle_brawl`);
    const table = await createMatch(page);
    await table.turn();
    await table.decide(new Random());
    await table.turn();
    await table.logIsHistoryOf(await world.seatOf(table));
    await person.leave();
    await proxy.stop();
    rmSync(folder, { recursive: true });
  },
);
