// Builds a fresh clone, or what has changed since: installs what the lockfile names, then compiles. Uses Node's own modules only.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

const run = (command, args, quiet) => {
  try {
    execFileSync(command, args, { cwd: root, stdio: quiet ? ["ignore", "pipe", "inherit"] : "inherit" });
  } catch (error) {
    if (quiet && error.stdout) process.stderr.write(error.stdout);
    process.stderr.write(`${[command, ...args].join(" ")} failed (exit ${error.status})\n`);
    process.exit(error.status ?? 1);
  }
};

const modifiedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

/** npm writes this file last, so it is as new as the complete installation. */
const installed = join(root, "node_modules", ".package-lock.json");

export function ensureInstalled() {
  const lockfile = join(root, "package-lock.json");
  if (modifiedAt(installed) >= modifiedAt(lockfile)) return;
  if (existsSync(installed)) {
    const names = (path) => Object.entries(JSON.parse(readFileSync(path, "utf8")).packages ?? {});
    const have = new Map(names(installed).map(([name, entry]) => [name, entry.version]));
    const wanted = names(lockfile).filter(([name, entry]) => name !== "" && !entry.optional);
    if (wanted.every(([name, entry]) => entry.link || have.get(name) === entry.version)) return;
  }
  process.stderr.write("Installing packages (npm ci) ...\n");
  run(npm, ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], true);
}

/** What a build reads. */
const sources = [
  "src",
  "scripts",
  "packages",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
];

/** Written after each complete build, with the time of its beginning. */
const built = join(root, "node_modules", ".cache", "svclib", "built");

/** When a file, or anything below a folder, was last changed, added or removed. */
function changedAt(path) {
  const { ctimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return ctimeMs;
  return Math.max(ctimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))));
}

export function ensureBuilt() {
  ensureInstalled();
  const changed = Math.max(...sources.map((name) => changedAt(join(root, name))));
  if (existsSync(join(root, "dist", "cli", "svclib.cjs")) && modifiedAt(built) > changed) return;
  const beganAt = new Date();
  process.stderr.write("Building ...\n");
  run(npm, ["run", "--silent", "build"], true);
  mkdirSync(dirname(built), { recursive: true });
  writeFileSync(built, "");
  utimesSync(built, beganAt, beganAt);
}
