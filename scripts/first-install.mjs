// What a newcomer does first: `npm init -y`, `npm install svclib` and svclib-jupyter, and the README's script, with one version of Node.js and the npm that it came with.
import { spawnSync } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cached } from "./engines/cache-folder.mjs";
import { runTool } from "./engines/run-tool.mjs";
import { root } from "./ensure-built.mjs";

/** An npm from the registry, whose scripts are not run. */
async function npmOf(version) {
  const folder = await cached(`npm-${version}`, (prefix) => {
    runTool("npm", [
      "install",
      "--prefix",
      prefix,
      "--ignore-scripts",
      "--no-audit",
      "--silent",
      `npm@${version}`,
    ]);
  });
  return join(folder, "node_modules", "npm", "bin", "npm-cli.js");
}

/** Megabytes of a folder on a disk with blocks of 4 KiB. */
function megabytes(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const blocks = paths.map((path) => Math.ceil(lstatSync(join(folder, path)).size / 4096));
  return (blocks.reduce((sum, count) => sum + count, 0) * 4096) / 2 ** 20;
}

/**
 * @param node - Path of the Node.js.
 * @param packed - Paths of the tarballs of both packages.
 * @returns what went wrong, a line each; none if all did what the README says.
 */
export async function firstInstall({ node, npm }, { svclib, jupyter }, { url, apikey }, home) {
  const folder = mkdtempSync(join(home, "first-"));
  const cli = await npmOf(npm);
  const env = {
    ...process.env,
    PATH: `${dirname(node)}:${process.env.PATH}`,
    SVC_API_KEY: apikey,
    SVC_API_SERVER: url,
  };
  const run = (...args) => spawnSync(node, args, { cwd: folder, env, encoding: "utf8" });
  const faults = [];
  const install = (...args) => {
    const { status, stdout, stderr } = run(
      cli,
      "install",
      "--engine-strict",
      "--no-audit",
      "--no-fund",
      // Also where this runs by `npm run --silent`.
      "--loglevel=notice",
      ...args,
    );
    if (status !== 0 || /EBADENGINE|deprecated/.test(stderr))
      faults.push(`npm ${npm} install: exit ${status}: ${stderr.slice(0, 300)}`);
    return Number(/added (\d+) packages/.exec(stdout)?.[1]);
  };
  run(cli, "init", "-y");
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, claimedPackages, claimedSize] = /npm adds (\d+) packages, (\d+) MB/.exec(readme) ?? [];
  const added = install(svclib);
  const size = Math.round(megabytes(join(folder, "node_modules")));
  if (`${added}, ${size}` !== `${claimedPackages}, ${claimedSize}`)
    faults.push(
      `npm adds ${added} packages, ${size} MB; the README says ${claimedPackages} and ${claimedSize}`,
    );

  const [, name, script] = /```ts (\S+\.mts)\n(.*?)```/s.exec(readme) ?? [];
  const [, output] = /```ts \S+\.mts\n.*?```text\n(.*?)```/s.exec(readme) ?? [];
  const readsTypes = run("-p", "process.features.typescript === 'strip'").stdout.trim() === "true";
  const file = readsTypes ? name : name.replace(/mts$/, "mjs");
  writeFileSync(join(folder, file), script);
  const { stdout, stderr } = run(file);
  if (stdout !== output) faults.push(`node ${file}: ${stdout}${stderr.slice(0, 300)}`);

  install(jupyter);
  const version = run(join(folder, "node_modules", "svclib-jupyter", "svclib.cjs"), "--version");
  if (!/^\d+\.\d+\.\d+\n$/.test(version.stdout)) faults.push(`svclib --version: ${version.stderr}`);
  return faults;
}
