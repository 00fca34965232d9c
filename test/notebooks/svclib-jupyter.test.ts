import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { installPackage, type Packed, packedPackages, packPackages } from "./support/install-package.ts";
import { longTest, someOf } from "../jest/short-form.ts";
import { sizeOfModules } from "./support/size-of-modules.ts";

const ROOT = join(import.meta.dirname, "../..");

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly bundleDependencies?: readonly string[];
}

let folder: string;
let modules: string;
let packed: Packed;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svclib-jupyter-"));
  modules = join(folder, "node_modules");
  packed = await packedPackages();
  installPackage(packed, folder, "npm");
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (place: string): Manifest =>
  JSON.parse(readFileSync(join(place, "package.json"), "utf8")) as Manifest;

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs svclib's command; it may fail. */
function svclib(...args: readonly string[]): Ended {
  const place = mkdtempSync(join(folder, "home-"));
  const env = {
    ...process.env,
    ...{ SVC_HOME: place, SVC_API_KEY: "", SVC_API_SERVER: "", JUPYTER_DATA_DIR: place, JUPYTER_PATH: "" },
    SVC_DENO: join(place, "no-deno"),
  };
  const command = [join(modules, "svclib/dist/cli/svclib.cjs"), ...args];
  return spawnSync(process.execPath, command, { cwd: place, env, encoding: "utf8" });
}

/** Runs `svclib lab` with a program in the place of JupyterLab, which would open a browser: it prints its arguments. */
function svclibLab(work: string, ...args: readonly string[]): string {
  writeFileSync(join(work, "jupyter-lab"), '#!/bin/sh\necho "jupyter-lab $*"\n', { mode: 0o755 });
  const env = { ...process.env, PATH: `${work}:${process.env["PATH"]}`, JUPYTER_DATA_DIR: join(work, "data") };
  const command = [join(modules, "svclib/dist/cli/svclib.cjs"), "lab", ...args];
  return execFileSync(process.execPath, command, { cwd: work, env, encoding: "utf8" });
}

/** Does something while a package is away. */
function without<T>(name: string, act: () => T): T {
  const own = join(modules, "svclib-jupyter", "node_modules", name);
  const place = existsSync(own) ? own : join(modules, name);
  renameSync(place, `${place}-away`);
  try {
    return act();
  } finally {
    renameSync(`${place}-away`, place);
  }
}

const missing = (name: string): string =>
  `the package ${name} is not installed; run npm install svclib-jupyter`;

test.each(someOf(["@duckdb/node-api", "@hono/node-server", "hono", "hyparquet-writer"], 4))(
  "the local service without %s says what to install",
  (name) => {
    const { stderr } = without(name, () => svclib("serve", "--port", "0"));
    expect(stderr).toBe(`svclib: ${missing(name)}\n`);
  },
);

/** Writes a notebook of one cell. @returns its path. */
function writeNotebook(metadata: object): string {
  const path = join(folder, "one.ipynb");
  const cell = { cell_type: "code", metadata: {}, source: "1 + 1", outputs: [], execution_count: null };
  writeFileSync(path, JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata, cells: [cell] }));
  return path;
}

test.each(someOf(["zeromq", "tslab"], 3))("a kernel without %s says what to install", (name) => {
  expect(without(name, () => svclib("run", writeNotebook({}))).stderr).toContain(missing(name));
});

const named = { kernelspec: { name: "svc-deno" } };
test("run takes the kernel that the notebook names", () => {
  expect(svclib("run", writeNotebook(named)).stderr).toContain("no-deno, which is not an executable file");
});
longTest("run takes the option's kernel", () => {
  expect(svclib("run", writeNotebook(named), "--kernel", "svc-tslab").stdout).toContain("\n    2\n");
});

test("lab copies the examples into a folder without notebooks, once", () => {
  const work = mkdtempSync(join(folder, "work-"));
  expect(svclibLab(work)).toContain("svclib-examples: svclib's notebooks, copied into this folder\n");
  expect(readdirSync(join(work, "svclib-examples"))).toContain("quickstart.ipynb");
  expect(svclibLab(work)).not.toContain("copied");
});

test.each([
  [["--", "--no-browser", "--port", "8899"], "jupyter-lab --no-browser --port 8899\n"],
  [["a.ipynb", "--", "--allow-root", "--ip=0.0.0.0"], "jupyter-lab --allow-root --ip=0.0.0.0 a.ipynb\n"],
])("lab %j passes options to JupyterLab", (args, said) => {
  const work = mkdtempSync(join(folder, "work-"));
  writeFileSync(join(work, "a.ipynb"), "{}");
  expect(svclibLab(work, ...args)).toContain(said);
});

test("doctor names packages that are missing, and only those", () => {
  expect(svclib("doctor").stdout).not.toContain("not installed; run");
  const { stdout } = without("hono", () => without("vega-lite", () => svclib("doctor")));
  expect(stdout).toContain("note  other packages    not installed: hono, vega-lite; ");
});

longTest("doctor takes no package of svclib-jupyter alone for one of svclib's", () => {
  const [seen, unseen] = [join(modules, "zeromq"), join(modules, "svclib-jupyter/node_modules/zeromq")];
  renameSync(seen, unseen);
  try {
    expect(svclib("doctor").stdout).toContain("note  zeromq            the kernels can't run: the package zeromq is");
  } finally {
    renameSync(unseen, seen);
  }
});

longTest("packing again gives the same bytes", () => {
  const again = packPackages(join(folder, "again"));
  for (const name of ["svclib", "jupyter"] as const)
    expect(readFileSync(again[name]).equals(readFileSync(packed[name]))).toBe(true);
});

test("svclib-jupyter has about the packages and megabytes that the list of dependencies says", () => {
  const page = readFileSync(join(ROOT, "docs/dependencies.md"), "utf8");
  const claimed = /\| `svclib-jupyter` +\| about (\d+) +\| (\d+) +\|/.exec(page)?.slice(1).map(Number) ?? [];
  const size = sizeOfModules(folder);
  // npm may choose newer versions of what the packages need, which need others.
  expect(Math.abs(size.packages - claimed[0]!)).toBeLessThanOrEqual(7);
  expect(Math.abs(size.megabytes - claimed[1]!)).toBeLessThanOrEqual(2);
});

describe.each(["svclib", "jupyter"] as const)("what the package of %s contains", (name) => {
  /** Folders by the name of the contained package. */
  let contained: Map<string, string>;
  beforeAll(() => {
    const place = join(folder, name, "package");
    mkdirSync(join(folder, name));
    execFileSync("tar", ["-xzf", packed[name], "-C", join(folder, name)]);
    const own = join(place, "node_modules");
    const names = readdirSync(own).flatMap((entry) =>
      entry.startsWith("@") ? readdirSync(join(own, entry)).map((inner) => `${entry}/${inner}`) : [entry],
    );
    contained = new Map(names.map((one) => [one, join(own, one)]));
    expect([...names]).toEqual(expect.arrayContaining([...(read(place).bundleDependencies ?? ["none"])]));
  });

  test("names no package outside, as npm would take that for contained", () => {
    for (const [one, place] of contained) {
      const { dependencies, optionalDependencies, peerDependencies } = read(place);
      const named = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
      expect([one, named.filter((needed) => !contained.has(needed))]).toEqual([one, []]);
    }
  });

  test("are files of the published packages but for a minified one, with their licences", () => {
    for (const [one, copy] of contained) {
      const published = join(ROOT, "node_modules", one);
      const isLicence = (file: string): boolean => /^(licen[cs]e|thirdparty)/i.test(file);
      expect(readdirSync(copy).filter(isLicence)).toEqual(readdirSync(published).filter(isLicence));
      expect(read(copy).version).toBe(read(published).version);
      const files = readdirSync(copy, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      for (const file of files.filter((entry) => entry.name !== "package.json")) {
        const path = join(file.parentPath, file.name);
        if (path.endsWith(join("typescript", "lib", "typescript.js")) && !path.includes("@tslab")) continue;
        expect([path, readFileSync(path).equals(readFileSync(path.replace(copy, published)))]).toEqual([path, true]);
      }
    }
  });
});
