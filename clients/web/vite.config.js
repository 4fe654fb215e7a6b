import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

/** Writes the licences of all packages in the page to LICENSES.txt, with the notices of files that have their own. */
function licenses() {
  return {
    name: "licenses",
    generateBundle(_options, bundle) {
      const texts = new Map();
      const modules = Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}));
      for (const file of modules) {
        const found = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\/[^\0?]*/.exec(
          file.replaceAll("\\", "/").replaceAll("\0", ""),
        );
        if (!found || found[2] === "@tinsel/client") continue;
        const [path, folder, name] = found;
        const text = texts.get(name) ?? license(folder);
        const notice = noticeOf(path);
        texts.set(name, text.includes(notice) ? text : `${text}\n${notice}`);
      }
      const source = [...texts.keys()].sort().map((name) => texts.get(name));
      this.emitFile({ type: "asset", fileName: "LICENSES.txt", source: source.join(`\n${"-".repeat(80)}\n\n`) });
    },
  };
}

function license(folder) {
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const own = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license"].map((name) => join(folder, name)).find(existsSync);
  // Some packages do not contain the text of the Apache License, which is also the licence of Tinsel.
  const file = own ?? (about.license.includes("Apache-2.0") ? "../../LICENSE" : undefined);
  if (file === undefined) throw new Error(`no licence text of ${about.name}`);
  return `${about.name} ${about.version}, ${about.license}\n\n${readFileSync(file, "utf8").trim()}\n`;
}

/** The licence at the beginning of a file, such as the BSD licence of the varints of Protocol Buffers. */
function noticeOf(file) {
  const [comment = ""] = /^(?:\/\/.*\n)+/.exec(existsSync(file) ? readFileSync(file, "utf8") : "") ?? [];
  return comment.includes("Redistribution") ? comment.replaceAll(/^\/\/ ?/gm, "") : "";
}

/** Answers config.json in development, where the page and the API have different addresses. */
function developmentServer() {
  const answer = (request, response, next) => {
    if (request.url?.split("?")[0] !== "/config.json") return next();
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ servers: [process.env.TINSEL_SERVER ?? "http://127.0.0.1:7400"] }));
  };
  return {
    name: "development-server",
    configureServer: (server) => void server.middlewares.use(answer),
    configurePreviewServer: (server) => void server.middlewares.use(answer),
  };
}

export default defineConfig({
  base: "./",
  plugins: [licenses(), developmentServer()],
  // The client library has packages of its own in its folder; the page needs each package once.
  resolve: { preserveSymlinks: true, dedupe: ["@bufbuild/protobuf", "@connectrpc/connect", "@connectrpc/connect-web"] },
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: {
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        entryFileNames: "app.js",
        chunkFileNames: "[name].js",
        assetFileNames: (asset) => (asset.names[0]?.endsWith(".css") ? "app.css" : "[name][extname]"),
      },
    },
  },
});
