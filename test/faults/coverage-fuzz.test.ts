import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { build } from "esbuild";
import { longNumber } from "./lib/long-number.ts";
import { report } from "./lib/report.ts";
import { requireTime } from "./lib/require-time.ts";

// Jazzer.js would be the tool for this, but the native part of its version 4.0.0 needs glibc 2.38, newer than that of supported systems
// such as Debian 12 (2.36), and older versions need an install script. V8's own block coverage works wherever Node.js runs.
const TARGETS = [
  "cell",
  "options",
  "descriptor",
  "result",
  "blocks",
  "blocksFile",
  "json",
  "upload",
  "multipart",
  "message",
  "presto",
  "hive",
];

let folder: string;
beforeAll(async () => {
  // Within the project: the targets load packages from its node_modules.
  const cache = join(import.meta.dirname, "../../node_modules/.cache/svclib");
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "fuzz-"));
  await build({
    entryPoints: [join(import.meta.dirname, "lib/fuzz/coverage-fuzz.ts")],
    outfile: join(folder, "coverage-fuzz.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    // No target runs the engine.
    external: ["@duckdb/*"],
    banner: { js: 'import { createRequire as cr } from "node:module"; const require = cr("file:///");' },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(TARGETS)(
  "%s: inputs that reach new code are kept and mutated; none causes a crash or a hang",
  (target) => {
    const seconds = longNumber("SVC_FUZZ_SECONDS", 60);
    const seed = longNumber("SVC_FAULT_SEED", 1);
    requireTime(target, seconds);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--max-old-space-size=1024", join(folder, "coverage-fuzz.mjs"), target, String(seconds), String(seed)],
      { encoding: "utf8", timeout: (seconds + 120) * 1000, maxBuffer: 2 ** 30 },
    );
    // Warnings about values are no defect.
    const defects = stderr.split("\n").filter((line) => !line.startsWith("svclib: "));
    expect([status, defects]).toEqual([0, [""]]);
    const figures = JSON.parse(stdout) as Record<string, number>;
    expect(figures["inputs"]).toBeGreaterThan(100);
    report(`coverage-guided fuzzing of ${target}`, { seconds, seed, ...figures });
  },
);
