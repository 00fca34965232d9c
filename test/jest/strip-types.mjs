// What Node.js runs of a TypeScript file: the same without types, with a map of its lines. Both are kept between runs.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transformSync, version } from "esbuild";

const root = fileURLToPath(new URL("../../", import.meta.url));
// The maps name whole paths: a tree that was moved makes its own.
const kind = createHash("sha256").update(root).update(version).digest("hex").slice(0, 8);
const folder = join(root, "node_modules", ".cache", "svclib", `stripped-${kind}`);

const stripped = (file) => join(folder, `${relative(root, file)}.js`);

/** Where the map of a TypeScript file is, once it was loaded. */
export const mapOf = (file) => `${stripped(file)}.map`;

/** A file that is written whole, or not at all: workers load the same files at the same time. */
function write(file, text, time) {
  const part = `${file}.${process.pid}`;
  writeFileSync(part, text);
  utimesSync(part, time, time);
  renameSync(part, file);
}

/** The JavaScript of a TypeScript file. It is made anew when the file has changed since. */
export function stripTypes(file) {
  const { ctime } = statSync(file);
  const target = stripped(file);
  const kept = statSync(target, { throwIfNoEntry: false });
  if (kept?.mtime.getTime() === ctime.getTime()) return readFileSync(target, "utf8");
  const { code, map } = transformSync(readFileSync(file, "utf8"), {
    loader: "ts",
    target: "node20",
    sourcefile: pathToFileURL(file).href,
    sourcemap: "external",
    sourcesContent: false,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  mkdirSync(dirname(target), { recursive: true });
  write(mapOf(file), map, ctime);
  write(target, code, ctime);
  return code;
}
