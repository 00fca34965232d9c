import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { oncePerRun } from "../../jest/once-per-run.ts";

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

/** Paths of the packages that a package needs, as the lockfile has them. */
function needs(path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? { version: "" };
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return names.map((name) => findPackage(path, name)).filter((found) => found !== null);
}

/** Paths of packages, and of all that these need. */
function withNeeded(paths: readonly string[], isWanted = (_path: string): boolean => true): string[] {
  const found = new Set<string>();
  const add = (path: string): void => {
    if (found.has(path) || !isWanted(path)) return;
    found.add(path);
    needs(path).forEach(add);
  };
  paths.forEach(add);
  return [...found];
}

/** Paths of all packages of svclib and its peers. */
export const neededPackages = (): string[] => withNeeded(needs(""));

interface Manifest {
  readonly dependencies: Versions;
  readonly bundleDependencies: readonly string[];
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

/** Paths of the packages that an unpacked one needs and does not contain. Those of its contents may be beside these in the clone. */
function notContained(folder: string): string[] {
  const { dependencies, bundleDependencies } = readManifest(folder);
  const places = ["", ...bundleDependencies.map((name) => `node_modules/${name}`)];
  return Object.entries(dependencies)
    .filter(([name]) => name !== "svclib" && !bundleDependencies.includes(name))
    .map(([name, version]) => {
      const paths = places.map((place) => findPackage(place, name));
      const path = paths.find((found) => found !== null && packages[found]?.version === version);
      if (path == null) throw new Error(`${name} ${version} is not in the lockfile`);
      return path;
    });
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

/** What would be published, packed once per run. */
export async function packedPackages(): Promise<Packed> {
  const folder = await oncePerRun("packed", (into) =>
    writeFileSync(join(into, "packed.json"), JSON.stringify(packPackages(into))),
  );
  return JSON.parse(readFileSync(join(folder, "packed.json"), "utf8")) as Packed;
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
  const pnpm = join(modules, ".pnpm");
  const beside = layout === "npm" ? modules : join(pnpm, "svclib-jupyter", "node_modules");
  const jupyter = join(beside, "svclib-jupyter");
  const svclib = join(layout === "npm" ? modules : join(pnpm, "svclib", "node_modules"), "svclib");
  unpack(packed.jupyter, jupyter);
  unpack(packed.svclib, svclib);
  const contained = readManifest(jupyter).bundleDependencies.map((name) => `node_modules/${name}`);
  const needed = notContained(jupyter);
  const all = withNeeded([...notContained(svclib), ...needed], (path) => !contained.includes(path));
  /** Folder of a package; for npm, what is inside of a contained package goes to svclib-jupyter, for pnpm, each has a folder of its own. */
  const place = (path: string): string => {
    const parent = contained.find((one) => path.startsWith(`${one}/`));
    const inside = parent === undefined ? path : `node_modules/svclib-jupyter${path.slice(parent.length)}`;
    if (layout === "npm") return join(folder, inside);
    const name = packageName(path);
    return join(pnpm, `${name.replace("/", "+")}@${packages[path]?.version}`, "node_modules", name);
  };
  for (const path of all) cloneFolder(join(ROOT, path), place(path));
  if (layout === "npm") return svclib;
  const linkAll = (paths: readonly string[], modules: string): void =>
    paths
      .filter((path) => all.includes(path))
      .forEach((path) => link(place(path), join(modules, packageName(path))));
  for (const path of all) linkAll(needs(path), place(path).slice(0, -packageName(path).length));
  linkAll(needs(""), dirname(svclib));
  linkAll(needed, beside);
  for (const near of [beside, modules]) link(svclib, join(near, "svclib"));
  link(jupyter, join(modules, "svclib-jupyter"));
  return join(modules, "svclib");
}

/** Installs both as npm would, once per run. @returns the folder, which must stay as it is. */
export const installedByNpm = (): Promise<string> =>
  oncePerRun("installed by npm", async (folder) => void installPackage(await packedPackages(), folder, "npm"));

/** Installs svclib alone, as npm would. */
export function installAlone(packed: Packed, folder: string): void {
  unpack(packed.svclib, join(folder, "node_modules", "svclib"));
  for (const path of withNeeded(notContained(join(folder, "node_modules", "svclib"))))
    cloneFolder(join(ROOT, path), join(folder, path));
}
