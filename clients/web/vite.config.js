import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig } from "vite";

/** Writes the licences of all packages in the page to LICENSES.txt. */
function licenses() {
  return {
    name: "licenses",
    generateBundle(_options, bundle) {
      const texts = new Map();
      const modules = Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}));
      for (const file of modules) {
        const found = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(file.replaceAll("\\", "/").replaceAll("\0", ""));
        if (!found || texts.has(found[2]) || found[2] === "@tinsel/client") continue;
        texts.set(found[2], license(found[1]));
      }
      const source = [...texts.keys()].sort().map((name) => texts.get(name));
      this.emitFile({ type: "asset", fileName: "LICENSES.txt", source: source.join(`\n${"-".repeat(80)}\n\n`) });
    },
  };
}

function license(folder) {
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const head = `${about.name} ${about.version}, ${about.license}\n\n`;
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    for (const name of ["LICENSE", "LICENSE.md", "LICENSE.txt", "license"]) {
      try {
        return head + readFileSync(join(at, name), "utf8").trim() + "\n";
      } catch {
        // The text can be in another file, or in a folder above.
      }
    }
  }
  throw new Error(`no licence text of ${about.name}`);
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
