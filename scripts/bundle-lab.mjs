// Makes dist/lab: the prebuilt JupyterLab extension, a container of webpack's module federation that adds `init` and `get` to
// `_JUPYTERLAB`. Modules shared by JupyterLab are external; all others are in the file.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./ensure-built.mjs";

const source = join(root, "src", "lab");
/** Packages that a page must load only once. */
const SHARED =
  /^(?:@jupyterlab\/[\w-]+|@lumino\/[\w-]+|@codemirror\/(?:state|view|language)|@lezer\/(?:common|highlight))$/;

const shared = new Set();
const fromJupyterLab = {
  name: "from-jupyterlab",
  setup({ onResolve }) {
    onResolve({ filter: SHARED }, ({ path }) => {
      shared.add(path);
      return { path, external: true };
    });
  },
};

/** Colours need the functions' names only, not what writes their SQL. */
const namesOfFunctions = {
  name: "names-of-functions",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]functions[\\/]find-function\.ts$/ }, async () => {
      const { entriesOf } = await import(
        pathToFileURL(join(root, "dist", "dialect", "functions", "find-function.js"))
      );
      const names = (dialect) => JSON.stringify([...entriesOf(dialect).keys()]);
      return {
        contents: `const names = { presto: ${names("presto")}, hive: ${names("hive")} };
export const entriesOf = (dialect) => new Map(names[dialect].map((name) => [name, null]));`,
      };
    });
  },
};

const bundle = async (entry, options) => {
  const { outputFiles } = await build({
    entryPoints: [join(source, entry)],
    bundle: true,
    write: false,
    minify: true,
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    logLevel: "warning",
    ...options,
  });
  return outputFiles[0].text;
};

const code = await bundle("index.ts", {
  format: "cjs",
  loader: { ".css": "text" },
  plugins: [fromJupyterLab, namesOfFunctions],
});
const container = await bundle("container.ts", {
  format: "iife",
  define: { SHARED: JSON.stringify([...shared]), RUN: "svclibRun" },
});
const script = `(()=>{const svclibRun=(require,module,exports)=>{${code}\n};\n${container}})();\n`;

const folder = join(root, "dist", "lab");
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, "static"), { recursive: true });
const load = `static/remoteEntry.${createHash("sha256").update(script).digest("hex").slice(0, 16)}.js`;
writeFileSync(join(folder, load), script);
const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const jupyterlab = { ...manifest.jupyterlab, _build: { load, extension: "./extension" } };
writeFileSync(
  join(folder, "package.json"),
  `${JSON.stringify({ ...manifest, version, jupyterlab }, null, 2)}\n`,
);
