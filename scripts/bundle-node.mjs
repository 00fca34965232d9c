// Bundles what Node.js loads: entries keep their paths, and the modules behind them go to dist/chunks, as loading hundreds of small modules
// takes half of the time in which a kernel or a service starts. The single modules stay in dist for tests and measurements; they are not published.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { root } from "./ensure-built.mjs";
import { NODE_ENTRIES } from "./node-entries.mjs";

const dist = join(root, "dist");
const path = (from, to) => relative(from, to).replaceAll("\\", "/");

/** Keeps `import.meta.url` the address of the module that has it, wherever its code goes. */
const ownUrls = {
  name: "own-urls",
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path: file }) => {
      const code = readFileSync(file, "utf8");
      return { contents: code.replaceAll("import.meta.url", `urlOf("${path(dist, file)}")`) };
    });
  },
};

/** What the dialects need, which svclib alone has too, to check statements. Installed, luxon has 5 MB. */
const INCLUDED = /^(?:luxon|regex\/internals|regex-utilities)$/;

/** Puts packages into the bundles, with their licences. */
const included = {
  name: "included",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: INCLUDED }, (one) => ({
      path: fileURLToPath(import.meta.resolve(one.path)),
      sideEffects: false,
    }));
    onLoad({ filter: /[/\\]node_modules[/\\](?:luxon|regex|regex-utilities)[/\\]/ }, ({ path: file }) => {
      const [folder, name] = /^.*[/\\]node_modules[/\\]([\w-]+)/.exec(file);
      const licence = readdirSync(folder).find((one) => one.startsWith("LICENSE"));
      const notice = `/*! ${name}\n${readFileSync(join(folder, licence), "utf8")}*/\n`;
      return { contents: notice + readFileSync(file, "utf8") };
    });
  },
};

const writeOutput = ({ path: file, text }) => {
  // A broken line may end within the address.
  const urlOf = (_, module) =>
    `new URL("${path(dirname(file), join(dist, module.replaceAll("\\\n", "")))}", import.meta.url).href`;
  const code = text.replaceAll(/\burlOf\s*\(\s*"([^"]+)"\s*\)/g, urlOf);
  if (/\burlOf\b/.test(code)) throw new Error(`${file} has an address that was not replaced`);
  writeFileSync(file, code);
};

const bundled = await Promise.all(
  NODE_ENTRIES.map((entries) =>
    build({
      entryPoints: entries.map((entry) => join(dist, entry)),
      outdir: dist,
      outbase: dist,
      chunkNames: "chunks/[name]-[hash]",
      bundle: true,
      splitting: true,
      write: false,
      format: "esm",
      platform: "node",
      packages: "external",
      // Names stay, so that a stack says where an error is from.
      minifyWhitespace: true,
      // Node.js prints the line of an error that nobody caught.
      lineLimit: 160,
      target: "es2022",
      plugins: [included, ownUrls],
      logLevel: "warning",
    }),
  ),
);

const chunks = join(dist, "chunks");
rmSync(chunks, { recursive: true, force: true });
mkdirSync(chunks);
for (const { outputFiles } of bundled) outputFiles.forEach(writeOutput);
