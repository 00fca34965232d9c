import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { neededPackages } from "../notebooks/support/install-package.ts";
import { longTest } from "../jest/short-form.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
}

const manifest = JSON.parse(read("package.json")) as {
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional?: boolean }>;
  devDependencies: Record<string, string>;
};
const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };
const locked = Object.entries(packages).filter(([path]) => path !== "");

/** Licences that may be redistributed with a package under the MIT licence. */
const LICENCES = [
  "MIT",
  "ISC",
  "Apache-2.0",
  "BSD-3-Clause",
  "BSD-2-Clause",
  "0BSD",
  "Unlicense",
  "MIT AND MPL-2.0",
  "MPL-2.0",
];

describe("dependencies", () => {
  test("match docs/dependencies.md, with licence and purpose", () => {
    const rows = [...read("docs/dependencies.md").matchAll(/^\| (\S+) +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)]
      .map(([, name = "", licence = "", job = ""]) => ({ name, licence, job }))
      .filter(({ name }) => name !== "package" && !name.startsWith("-"));
    const { dependencies, peerDependencies } = manifest;
    expect(rows.map(({ name }) => name)).toEqual([
      ...Object.keys(dependencies).sort(),
      ...Object.keys(peerDependencies).sort(),
    ]);
    for (const { name, licence, job } of rows) {
      const installed = JSON.parse(read(`node_modules/${name}/package.json`)) as { license: string };
      expect([name, licence]).toEqual([name, installed.license]);
      expect(job.length).toBeGreaterThan(8);
    }
  });

  test("are optional if they are peers, and installed for the tests at the same version", () => {
    const { peerDependencies, peerDependenciesMeta, devDependencies } = manifest;
    for (const [name, version] of Object.entries(peerDependencies)) {
      expect([name, peerDependenciesMeta[name]]).toEqual([name, { optional: true }]);
      // A project's own: npm would refuse svclib beside another version.
      if (name === "typescript") expect(version).toBe(">=5.9.0");
      else expect([name, devDependencies[name]]).toEqual([name, version]);
    }
  });

  test("have exact versions", () => {
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
      expect([name, version]).toEqual([name, expect.stringMatching(/^(npm:[a-z]+@)?\d+\.\d+\.\d+[\w.-]*$/)]);
  });

  test("have licences that allow redistribution, transitive ones included", () => {
    for (const path of neededPackages()) {
      const license = packages[path]?.license;
      expect([path, LICENCES.includes(license ?? "none")]).toEqual([path, true]);
    }
  });

  test("are locked with a sha512 checksum, and to no registry host", () => {
    expect(locked.length).toBeGreaterThan(100);
    expect(locked.filter(([, { integrity, link }]) => !integrity && !link).map(([path]) => path)).toEqual([]);
    expect(
      locked.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path),
    ).toEqual([]);
    expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
    expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
  });
});

longTest("the package contains the build, the notebooks and its documents, and nothing else", () => {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=silent"];
  const [packed] = JSON.parse(execFileSync("npm", args, { cwd: ROOT, encoding: "utf8" })) as {
    files: { path: string; mode: number }[];
  }[];
  const files = packed?.files ?? [];
  const strange = files.filter(
    ({ path }) =>
      !/^(dist\/.+|notebooks\/[\w-]+\.ipynb|docs\/[\w-]+\.md|docs\/pictures\/[\w-]+\.(png|svg)|[A-Z]+\.md|LICENSE|package\.json)$/.test(
        path,
      ),
  );
  expect(strange).toEqual([]);
  expect(files.filter(({ path }) => /\.(test|bench)\.|\.tsbuildinfo$|\.env/.test(path))).toEqual([]);
  expect(files.filter(({ mode }) => (mode & 0o022) !== 0)).toEqual([]);
  for (const { path } of files.filter(({ path }) => /\.(js|cjs|json|ipynb|md)$/.test(path))) {
    const text = read(path);
    // An absolute path of the build machine is private, and makes builds differ.
    expect([path, text.includes(ROOT)]).toEqual([path, false]);
  }
  expect(existsSync(join(ROOT, "dist/cli/svclib.cjs"))).toBe(true);
});
