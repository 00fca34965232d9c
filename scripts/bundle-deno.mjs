// Makes dist/deno: the library for Deno's kernel, bundled without imports of other packages. Deno resolves those only from a project, and a
// notebook may be anywhere.
import { readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./ensure-built.mjs";

const { name, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** What notebooks import: not the service of tests. */
const entries = Object.entries(exports).filter(
  ([subpath, target]) => typeof target !== "string" && subpath !== "./testing",
);

/** Node's modules, which Deno resolves under `node:` only. */
const nodeModules = {
  name: "node-modules",
  setup({ onResolve }) {
    const names = builtinModules.filter((module) => !module.startsWith("_")).join("|");
    onResolve({ filter: new RegExp(`^(node:)?(${names})$`) }, ({ path }) => ({
      path: path.startsWith("node:") ? path : `node:${path}`,
      external: true,
    }));
  },
};

const own = join(root, "dist", "kernel", "kernels", "deno");
const outdir = join(root, "dist", "deno");
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: {
    boot: join(own, "boot.js"),
    child_process: join(own, "own-child-process.js"),
    fs: join(own, "own-fs.js"),
    arquero: "arquero",
    ...Object.fromEntries(
      entries.map(([subpath, target]) => [name + subpath.slice(1), join(root, target.default)]),
    ),
  },
  absWorkingDir: root,
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "es2022",
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "none",
  // Optional in Vega: pictures are rendered as SVG.
  external: ["canvas"],
  plugins: [nodeModules],
  banner: {
    js: 'import { createRequire as svcCreateRequire } from "node:module"; const require = svcCreateRequire(import.meta.url);',
  },
  logLevel: "warning",
});
