import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

/** Folder layout of a package manager: `npm` puts all packages side by side, `pnpm` puts each beside links to its dependencies. */
export type Layout = "npm" | "pnpm";

type Versions = Readonly<Record<string, string>>;

interface Locked {
  readonly version: string;
  readonly dependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly peerDependencies?: Versions;
}

const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  packages: Readonly<Record<string, Locked>>;
};

const packageName = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + 13);

/** Resolves a package from another: in its own `node_modules`, else in those of the parent folders. */
function findPackage(from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf("/node_modules/"), 0))) {
    const path = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (path in packages && existsSync(join(ROOT, path))) return path;
    if (at === "") return null;
  }
}

/** Bundled in svclib's package. */
const BUNDLED = "node_modules/node-fetch";

/** Paths of the packages that a package needs, as the lockfile has them. */
function needs(path: string, withPeers = true): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? { version: "" };
  const peers = withPeers ? peerDependencies : {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peers });
  return names.map((name) => findPackage(path, name)).filter((found) => found !== null);
}

/** Paths of all packages installed with svclib-jupyter: dependencies of svclib and its peers; without the peers, those of svclib alone. */
export function neededPackages({ withPeers = true, withBundled = true } = {}): string[] {
  const found = new Set<string>();
  const add = (path: string): void =>
    needs(path, withPeers || path !== "").forEach((needed) => {
      if (found.has(needed) || (path === "" && needed === BUNDLED && !withBundled)) return;
      found.add(needed);
      add(needed);
    });
  add("");
  return [...found];
}

/** Copies a folder's files, without its packages. Hard links save time and space; another disk needs copies. */
function cloneFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules") cloneFolder(source, target);
    } else if (entry.isFile()) {
      try {
        linkSync(source, target);
      } catch {
        copyFileSync(source, target);
      }
    }
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), target), path);
}

/** What would be published, packed. */
export interface Packed {
  readonly svclib: string;
  readonly jupyter: string;
}

/** Packs what would be published. @returns the files' paths. */
export function packPackages(folder: string): Packed {
  const args = [join(ROOT, "scripts", "pack.mjs"), folder];
  const [svclib = "", jupyter = ""] = execFileSync(process.execPath, args, { encoding: "utf8" }).split("\n");
  return { svclib, jupyter };
}

function unpack(packed: string, to: string): void {
  mkdirSync(to, { recursive: true });
  execFileSync("tar", ["-xzf", packed, "-C", to, "--strip-components=1"]);
}

/**
 * Installs svclib-jupyter into an empty folder outside of the clone, with all its dependencies, from the clone's own packages.
 * @returns the folder of svclib.
 */
export function installPackage(packed: Packed, folder: string, layout: Layout): string {
  const modules = join(folder, "node_modules");
  if (layout === "npm") {
    unpack(packed.jupyter, join(modules, "svclib-jupyter"));
    unpack(packed.svclib, join(modules, "svclib"));
    for (const path of neededPackages({ withBundled: false })) cloneFolder(join(ROOT, path), join(folder, path));
    return join(modules, "svclib");
  }
  /** Path of a package among links to its dependencies. */
  const among = (path: string): string => {
    const { version = "" } = packages[path] ?? {};
    const name = path === "" ? "svclib" : packageName(path).replace("/", "+");
    return join(modules, ".pnpm", `${name}@${version}`, "node_modules");
  };
  unpack(packed.svclib, join(among(""), "svclib"));
  unpack(packed.jupyter, join(modules, ".pnpm", "svclib-jupyter", "node_modules", "svclib-jupyter"));
  for (const path of ["", ...neededPackages({ withBundled: false })]) {
    if (path !== "") cloneFolder(join(ROOT, path), join(among(path), packageName(path)));
    for (const needed of needs(path)) {
      if (path === "" && needed === BUNDLED) continue;
      const name = packageName(needed);
      link(join(among(needed), name), join(among(path), name));
    }
  }
  link(join(modules, ".pnpm", "svclib-jupyter", "node_modules", "svclib-jupyter"), join(modules, "svclib-jupyter"));
  link(join(among(""), "svclib"), join(modules, ".pnpm", "svclib-jupyter", "node_modules", "svclib"));
  link(join(among(""), "svclib"), join(modules, "svclib"));
  return join(modules, "svclib");
}

/** Installs svclib alone, as npm would. @returns the number of packages. */
export function installAlone(packed: Packed, folder: string): number {
  unpack(packed.svclib, join(folder, "node_modules", "svclib"));
  for (const path of neededPackages({ withPeers: false, withBundled: false }))
    cloneFolder(join(ROOT, path), join(folder, path));
  return neededPackages({ withPeers: false }).length + 1;
}
