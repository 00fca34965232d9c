// npm run pack: packs both packages as they are published. The folder is `reports/packages`, or the given one.
// svclib bundles node-fetch, and contains only the declarations that its entries need, and the notebooks without outputs. svclib-jupyter gets svclib's version, its peers as
// dependencies, the files of vega-datasets that the service loads, and the fonts for pictures.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
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
import { root } from "./ensure-built.mjs";

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

function pack(folder, destination) {
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", destination];
  return join(destination, execFileSync(npm, args, { cwd: folder, encoding: "utf8" }).trim());
}

async function fillJupyter(folder) {
  cpSync(join(root, "packages", "svclib-jupyter"), folder, { recursive: true });
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  const { version, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const path = join(folder, "package.json");
  const { name, ...rest } = JSON.parse(readFileSync(path, "utf8"));
  const manifest = { name, version, ...rest, dependencies: { svclib: version, ...peerDependencies } };
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  const tables = pathToFileURL(join(root, "dist", "service", "embedded", "samples", "sample-tables.js"));
  const { SAMPLE_TABLES } = await import(tables.href);
  const datasets = join(root, "node_modules", "vega-datasets");
  mkdirSync(join(folder, "samples"));
  for (const { file } of SAMPLE_TABLES)
    copyFileSync(join(datasets, "data", file), join(folder, "samples", file));
  copyFileSync(join(datasets, "datapackage.json"), join(folder, "samples", "datapackage.json"));
  const renderer = pathToFileURL(join(root, "dist", "magics", "plot", "picture", "png-renderer.js"));
  const { FONTS } = await import(renderer.href);
  const fonts = join(root, "node_modules", "@fontsource", "biz-udpgothic");
  mkdirSync(join(folder, "fonts"));
  for (const name of FONTS) copyFileSync(join(fonts, "files", name), join(folder, "fonts", name));
  copyFileSync(join(fonts, "LICENSE"), join(folder, "fonts", "LICENSE"));
}

/** Files of the build that are not published: declarations that no public one refers to. */
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
 * node-fetch is bundled in svclib, with its dependencies. One of them is a polyfill of 9 MB for versions of Node.js without web
 * streams: its source maps and all builds but the one in use are left out.
 */
function bundle(name, modules) {
  const from = join(root, "node_modules", name);
  const unneeded = (path) =>
    name === "web-streams-polyfill" &&
    !/^(package\.json|LICENSE|dist|dist\/ponyfill\.es2018\.js)$/.test(path);
  cpSync(from, join(modules, name), {
    recursive: true,
    filter: (path) => path === from || !unneeded(relative(from, path).replaceAll("\\", "/")),
  });
  const { dependencies = {} } = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
  for (const needed of Object.keys(dependencies)) bundle(needed, modules);
}

/** Removes the results of a notebook: the examples are copied to people's folders to be run there. */
function clearOutputs(path) {
  const notebook = JSON.parse(readFileSync(path, "utf8"));
  for (const cell of notebook.cells)
    if (cell.cell_type === "code") Object.assign(cell, { outputs: [], execution_count: null });
  writeFileSync(path, `${JSON.stringify(notebook, null, 1)}\n`);
}

function fillSvclib(folder) {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const own of ["devDependencies", "scripts", "overrides"]) delete manifest[own];
  const declarations = publicDeclarations(manifest.exports);
  const leftOut = manifest.files
    .filter((entry) => entry.startsWith("!"))
    .map((entry) => join(root, entry.slice(1)));
  const isNeeded = (path) => !leftOut.includes(path) && (!path.endsWith(".d.ts") || declarations.has(path));
  for (const entry of manifest.files.filter((entry) => !entry.startsWith("!")))
    cpSync(join(root, entry), join(folder, entry), { recursive: true, filter: isNeeded });
  const notebooks = join(folder, "notebooks");
  for (const name of readdirSync(notebooks)) clearOutputs(join(notebooks, name));
  manifest.bundleDependencies = ["node-fetch"];
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  bundle("node-fetch", join(folder, "node_modules"));
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
