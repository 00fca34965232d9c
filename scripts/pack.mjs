// npm run pack: packs both packages as they are published. The folder is `reports/packages`, or the one given.
// svclib-jupyter gets svclib's version, its peers as dependencies, those files of vega-datasets that the service loads, and the fonts of pictures.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
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

const destination = resolve(process.argv[2] ?? join(root, "reports", "packages"));
mkdirSync(destination, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "svclib-pack-"));
try {
  await fillJupyter(folder);
  for (const one of [root, folder]) process.stdout.write(`${pack(one, destination)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
