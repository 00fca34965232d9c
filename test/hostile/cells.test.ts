import { CellPlan } from "../../src/magics/cell/cell-plan.ts";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { findMagics } from "../../src/magics/cell/find-magics.ts";
import { translateCell } from "../../src/magics/cell/translate-cell.ts";
import { fuzz, mixed, orError } from "./fuzz.ts";
import { partOf, someOf } from "../jest/short-form.ts";

const ROOT = join(import.meta.dirname, "../..");
const SCOPE = { database: "db1", bound: new Set(["a", "con"]) };

/** Source files below a folder, in alphabetical order. */
function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.[cm]?[tj]s$/.test(entry.name)) yield path;
  }
}

const PACKAGES = [
  "arquero",
  "hono",
  "yargs-parser",
  "luxon",
  "node-fetch",
  "tslab",
  "vega-lite",
  "@types/node",
  "typescript-eslint",
  "trino-client",
];
const FOLDERS = ["src", "test", "bench", "scripts", ...PACKAGES.map((name) => `node_modules/${name}`)];

describe("a cell without magics is unchanged", () => {
  test.each(someOf(FOLDERS, 2))("the sources of %s", (folder) => {
    const path = join(ROOT, folder);
    expect(existsSync(path)).toBe(true);
    let files = 0;
    for (const file of sources(path)) {
      const text = readFileSync(file, "utf8");
      // The largest bundles would take all the time.
      if (text.length > 400_000) continue;
      if (findMagics(text).length > 0) throw new Error(`${file}: ${JSON.stringify(findMagics(text)[0])}`);
      expect(translateCell(new CellPlan(text), SCOPE)() === text).toBe(true);
      if (++files === 400) break;
    }
    expect(files).toBeGreaterThan(0);
  });
});

const PIECES = [
  "%svc_tables", "%%svc_presto", "%%svc_hive db\n", "%svc_job 1", "svc_jobs", "%", "%%", "?", "\n", "\r\n", " ", "\t", ";",
  "let x = ", "`", "${", "}", "{a}", "{a:raw}", "{{", "'", '"', "\\", "/", "/*", "*/", "//", "--", "(", ")", "[", "]",
  "select 1", "-o", "--plot", "-o x", "--out=", "-O", "-c con", "é", "😀", "\u2028", "\u0000", "await ", "import ", "x % y",
  "=> ", "</script>", "__proto__", "constructor", "1",
]; // prettier-ignore

test("every cell is translated or refused", async () => {
  await fuzz(partOf(6000, 6), async (random) => {
    const cell = mixed(random, PIECES, 25);
    const names = await orError(["UsageError"], () => new CellPlan(cell).references);
    const code = await orError(["UsageError"], () => translateCell(new CellPlan(cell), SCOPE)());
    if (code !== null && findMagics(cell).length === 0) expect(code).toBe(cell);
    expect(names === null || Array.isArray(names)).toBe(true);
  });
});

test("option lines of every magic are accepted or refused", async () => {
  const words = ["-o", "-O", "-n", "-q", "-v", "-d", "-T", "-c", "--pivot", "--plot", "--dry-run", "--out", "--out-file", "=", " ", " ", "'", '"', "\\", "UTC", "x", "1", "--", "-", "--__proto__", "--constructor=1", "a.b", "[", "*", "$(id)", "`id`", "\u00a0", "é"]; // prettier-ignore
  const magics = [
    "%svc_tables",
    "%svc_databases",
    "%svc_jobs",
    "%svc_use",
    "%svc_job",
    "%%svc_presto",
    "%%svc_hive",
    "%load_ext",
  ];
  await fuzz(partOf(6000, 6), async (random) => {
    const magic = random.pick(magics);
    const cell = `${magic} ${mixed(random, words, 12)}${magic.startsWith("%%") ? "\nselect 1" : ""}`;
    await orError(["UsageError"], () => translateCell(new CellPlan(cell), SCOPE)());
  });
  expect(({} as Record<string, unknown>)["1"]).toBeUndefined();
});

const LENGTH = partOf(100_000, 4);

test("long lines take linear time", () => {
  for (const piece of ["%svc_tables ", "'", "`${", "/", "\\\n", "{a}", "(", "x = %", "-o "]) {
    const startedMs = performance.now();
    const cell = `%%svc_presto db\n${piece.repeat(LENGTH / piece.length)}`;
    for (const text of [cell, piece.repeat(LENGTH / 2 / piece.length)]) {
      try {
        translateCell(new CellPlan(text), SCOPE);
      } catch (error) {
        expect((error as Error).name).toBe("UsageError");
      }
    }
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  }
});
