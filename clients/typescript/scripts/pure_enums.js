/** Makes each enum one expression without side effects in the compiled modules, so that bundlers omit an unused one. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const modules = readdirSync("dist/src", { recursive: true }).filter((name) => name.endsWith("_pb.js"));
for (const name of modules) {
  const file = `dist/src/${name}`;
  const compiled = /^export var (\w+);\n\(function \(\1\) \{\n((?: .*\n)*)\}\)\(\1 \|\| \(\1 = \{\}\)\);$/gm;
  const pure = "export const $1 = /*@__PURE__*/ (function ($1) {\n$2    return $1;\n})({});";
  const text = readFileSync(file, "utf8").replaceAll(compiled, pure);
  if (text.includes("\nexport var ")) throw new Error(`${file}: an enum has another form`);
  writeFileSync(file, text);
}
