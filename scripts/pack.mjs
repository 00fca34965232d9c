// npm run pack: packs both packages as they are published. The folder is `reports/packages`, or the given one.
// svclib bundles node-fetch, and contains only the modules that are loaded, the declarations that its entries need, and the notebooks without outputs. svclib-jupyter gets svclib's version, its peers as
// dependencies, three packages without what is never loaded, the files of vega-datasets that the service loads, and the fonts for pictures.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { transformSync } from "esbuild";
import { root } from "./ensure-built.mjs";
import { NODE_ENTRIES } from "./node-entries.mjs";

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

function pack(folder, destination) {
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", destination];
  return join(destination, execFileSync(npm, args, { cwd: folder, encoding: "utf8" }).trim());
}

const readManifest = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const writeManifest = (folder, manifest) =>
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);

async function fillJupyter(folder) {
  cpSync(join(root, "packages", "svclib-jupyter"), folder, { recursive: true });
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  const { version, peerDependencies } = readManifest(root);
  const { name, ...rest } = readManifest(folder);
  const bundled = ["tslab", "typescript", "vega-lite"];
  const dependencies = { svclib: version, ...peerDependencies };
  for (const one of bundled) Object.assign(dependencies, bundleAlone(one, folder));
  writeManifest(folder, { name, version, ...rest, dependencies, bundleDependencies: bundled });
  const tables = pathToFileURL(join(root, "dist", "engine", "samples", "sample-tables.js"));
  const { SAMPLE_TABLES } = await import(tables.href);
  const datasets = join(root, "node_modules", "vega-datasets");
  mkdirSync(join(folder, "samples"));
  for (const { file } of SAMPLE_TABLES)
    copyFileSync(join(datasets, "data", file), join(folder, "samples", file));
  const world = pathToFileURL(join(root, "dist", "magics", "vega", "world-land.js"));
  const { WORLD_FILE } = await import(world.href);
  copyFileSync(join(datasets, "data", WORLD_FILE), join(folder, "samples", WORLD_FILE));
  copyFileSync(join(datasets, "datapackage.json"), join(folder, "samples", "datapackage.json"));
  const renderer = pathToFileURL(join(root, "dist", "magics", "vega", "png-renderer.js"));
  const { FONTS } = await import(renderer.href);
  const fonts = join(root, "node_modules", "@fontsource", "biz-udpgothic");
  mkdirSync(join(folder, "fonts"));
  for (const name of FONTS) copyFileSync(join(fonts, "files", name), join(folder, "fonts", name));
  copyFileSync(join(fonts, "LICENSE"), join(folder, "fonts", "LICENSE"));
}

/** The declarations that are published: those that a public one refers to. */
function publicDeclarations(exports) {
  const kept = new Set();
  const add = (file) => {
    if (kept.has(file)) return;
    kept.add(file);
    for (const [, path] of readFileSync(file, "utf8").matchAll(/(?:from |import\()"(\.[^"]+?)\.[tj]s"/g))
      add(join(dirname(file), `${path}.d.ts`));
  };
  for (const { types } of Object.values(exports)) if (types) add(join(root, types));
  return kept;
}

/**
 * What is used of bundled packages, where that is not all. web-streams-polyfill is for versions of Node.js without web streams. TypeScript has commands,
 * messages in other languages and declarations of web workers, and its one file is `minified` to 4 of its 9 MB. tslab names rollup, which it never loads,
 * and a TypeScript of its own, which svclib loads the other for. vega-lite has its schema and sources, and yargs for commands.
 */
const USED = {
  "web-streams-polyfill": { files: /^dist(\/ponyfill\.es2018\.js)?$/ },
  typescript: {
    files: /^lib(\/(typescript\.js|lib\.(?!webworker)([\w.]+\.)?d\.ts))?$/,
    minified: "lib/typescript.js",
    packages: [],
  },
  tslab: { files: /^dist(\/|$)/, packages: ["@types/node", "commander", "semver", "zeromq"] },
  "vega-lite": {
    files: /^build(\/(index|vega-lite\.min)\.js)?$/,
    packages: ["vega-event-selector", "vega-expression", "vega-util"],
  },
};
const ALWAYS_USED = /^(package\.json|LICENSE.*|ThirdPartyNoticeText\.txt)?$/;

/** Copies what is used of a package. @returns its manifest. */
function bundle(name, folder) {
  const from = join(root, "node_modules", name);
  const isUsed = (path) => !USED[name] || ALWAYS_USED.test(path) || USED[name].files.test(path);
  const filter = (path) => isUsed(relative(from, path).replaceAll("\\", "/"));
  const to = join(folder, "node_modules", name);
  cpSync(from, to, { recursive: true, filter });
  const minified = USED[name]?.minified;
  if (minified !== undefined) {
    const { code } = transformSync(readFileSync(join(from, minified), "utf8"), {
      minify: true,
      target: "node20",
      legalComments: "inline",
    });
    writeFileSync(join(to, minified), code);
  }
  return readManifest(from);
}

/** Bundles a package and all that it needs. */
function bundleWhole(name, folder) {
  for (const needed of Object.keys(bundle(name, folder).dependencies ?? {})) bundleWhole(needed, folder);
}

/**
 * Bundles a package without those that it needs. npm takes what a bundled package names for bundled too, and would not install it: so its manifest names none.
 * @returns it and those that it needs, at the installed versions.
 */
function bundleAlone(name, folder) {
  const manifest = bundle(name, folder);
  for (const field of ["bin", "dependencies", "peerDependencies"]) delete manifest[field];
  const note = `Without the files that svclib never loads${USED[name].minified === undefined ? "" : `, and ${USED[name].minified} minified`}; svclib-jupyter names the packages that the others need.`;
  writeManifest(join(folder, "node_modules", name), { "//": note, ...manifest });
  const places = [join(root, "node_modules", name), root];
  const installed = (one) => places.map((place) => join(place, "node_modules", one)).find(existsSync);
  const versions = USED[name].packages.map((one) => [one, readManifest(installed(one)).version]);
  return { [name]: manifest.version, ...Object.fromEntries(versions) };
}

/** Removes the results of a notebook: the examples are copied to people's folders to be run there. */
function clearOutputs(path) {
  const notebook = JSON.parse(readFileSync(path, "utf8"));
  for (const cell of notebook.cells)
    if (cell.cell_type === "code") Object.assign(cell, { outputs: [], execution_count: null });
  writeFileSync(path, `${JSON.stringify(notebook, null, 1)}\n`);
}

function fillSvclib(folder) {
  const manifest = readManifest(root);
  for (const own of ["devDependencies", "scripts", "overrides"]) delete manifest[own];
  const declarations = publicDeclarations(manifest.exports);
  const leftOut = manifest.files
    .filter((entry) => entry.startsWith("!"))
    .map((entry) => join(root, entry.slice(1)));
  const entries = NODE_ENTRIES.flat().map((entry) => join(root, "dist", entry));
  const isLoaded = (path) => entries.includes(path) || /[\\/]dist[\\/](chunks|deno|lab)[\\/]/.test(path);
  const isNeeded = (path) => {
    if (leftOut.includes(path)) return false;
    if (path.endsWith(".d.ts")) return declarations.has(path);
    return !path.endsWith(".js") || isLoaded(path);
  };
  for (const entry of manifest.files.filter((entry) => !entry.startsWith("!")))
    cpSync(join(root, entry), join(folder, entry), { recursive: true, filter: isNeeded });
  const notebooks = join(folder, "notebooks");
  for (const name of readdirSync(notebooks)) clearOutputs(join(notebooks, name));
  writeManifest(folder, { ...manifest, bundleDependencies: ["node-fetch"] });
  bundleWhole("node-fetch", folder);
}

const destination = resolve(process.argv[2] ?? join(root, "reports", "packages"));
mkdirSync(destination, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "svclib-pack-"));
try {
  const [svclib, jupyter] = ["svclib", "svclib-jupyter"].map((name) => join(folder, name));
  mkdirSync(svclib);
  fillSvclib(svclib);
  await fillJupyter(jupyter);
  for (const one of [svclib, jupyter]) process.stdout.write(`${pack(one, destination)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
