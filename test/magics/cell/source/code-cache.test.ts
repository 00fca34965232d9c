import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { packageRoot } from "../../../../src/kernel/package-entries.ts";

let home: string;
let large: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "svc-code-cache-"));
  large = join(home, "large.cjs");
  writeFileSync(large, 'exports.answer = () => `${require("node:path").basename(__filename)}: ${6 * 7}`;\n');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Loads the module in a process of its own, calls it, and saves the cache. */
function load(): string {
  const code = join(packageRoot, "dist", "magics", "cell", "source", "code-cache.js");
  const script = `
    import { createRequire } from "node:module";
    import { requireCached } from ${JSON.stringify(code)};
    const { exports, save } = requireCached(createRequire(${JSON.stringify(large)}), ${JSON.stringify(large)}, "large-1.0");
    process.stdout.write(exports.answer());
    save();`;
  const env = { ...process.env, XDG_CACHE_HOME: join(home, "cache") };
  return execFileSync(process.execPath, ["--input-type=module", "-e", script], { env, encoding: "utf8" });
}

test("a module behaves the same with and without its cache, and an invalid cache is replaced", () => {
  const folder = join(home, "cache", "svclib");
  const caches = (): string[] => readdirSync(folder);
  expect(load()).toBe("large.cjs: 42");
  const [name = ""] = caches();
  // V8's tag alone does not tell versions of Node.js 20 apart, and a cache of another one ends the process.
  expect(name).toMatch(
    new RegExp(`^large-1\\.0-node-${process.versions.node}-${process.arch}-\\d+\\.v8cache$`),
  );
  const file = join(folder, name);
  expect(statSync(file).mode & 0o077).toBe(0);

  const cache = readFileSync(file);
  const { ino } = statSync(file);
  expect(load()).toBe("large.cjs: 42");
  expect(statSync(file).ino).toBe(ino);

  writeFileSync(file, cache.fill(0, 0, 64));
  expect(load()).toBe("large.cjs: 42");
  expect(readFileSync(file).subarray(0, 64).equals(Buffer.alloc(64))).toBe(false);
  expect(caches()).toEqual([name]);
});

test("caches that were not used for 30 days are removed, and others stay", () => {
  const folder = join(home, "cache", "svclib");
  load();
  const [used = ""] = readdirSync(folder);
  const ageOf = (name: string): number => (Date.now() - statSync(join(folder, name)).mtimeMs) / 86_400_000;
  const leave = (name: string, days: number): string => {
    const at = new Date(Date.now() - days * 86_400_000);
    writeFileSync(join(folder, name), "");
    utimesSync(join(folder, name), at, at);
    return name;
  };
  const kept = [leave("typescript-1.0-node-18.0.0-x64-1.v8cache", 29), leave("other.json", 99)];
  leave("typescript-1.0-node-16.0.0-x64-1.v8cache", 31);
  leave("typescript-1.0-x64-1.v8cache", 31);
  leave(`${used}.4711`, 31);
  const at = new Date(Date.now() - 31 * 86_400_000);
  utimesSync(join(folder, used), at, at);

  expect(load()).toBe("large.cjs: 42");
  expect(readdirSync(folder).sort()).toEqual([...kept, used].sort());
  // It is used, so that it stays for another 30 days.
  expect(ageOf(used)).toBeLessThan(1);
});
