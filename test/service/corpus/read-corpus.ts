import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Dialect } from "../../../src/dialect/dialect.ts";
import { entriesOf } from "../../../src/dialect/functions/find-function.ts";

/** A query of the corpus with the manual's result. */
export interface Case {
  readonly dialect: Dialect;
  readonly group: string;
  /** The page of the dialect's manual that documents the result. */
  readonly page: string;
  readonly sql: string;
  readonly line: number;
  readonly rows: readonly (readonly unknown[])[] | null;
  readonly names: readonly string[] | null;
  /** Error kind of a query that must fail. */
  readonly error: string | null;
}

/**
 * Reads `<dialect>/<group>.txt`: `# page` names the page for the lines after it; `sql --> rows` has rows as JSON; `sql --! KIND` fails;
 * `sql --: names` names its columns; `sql --.` just runs. A line that ends in a backslash goes on in the next.
 */
export function readCorpus(folder: string): Case[] {
  return (["presto", "hive"] as const).flatMap((dialect) => [
    ...examples(dialect),
    ...readdirSync(join(folder, dialect))
      .filter((name) => name.endsWith(".txt"))
      .sort()
      .flatMap((name) => readGroup(join(folder, dialect, name), dialect, name.slice(0, -4))),
  ]);
}

/** The example of each function: `expression --> value`, or a statement with its rows. */
function examples(dialect: Dialect): Case[] {
  return [...entriesOf(dialect).values()].map(({ name, example }) => {
    const [sql, value] = example.split(" --> ") as [string, string];
    const isStatement = sql.startsWith("select ");
    return {
      dialect,
      group: "examples",
      page: name,
      sql: isStatement ? sql : `select ${sql}`,
      line: 0,
      rows: (isStatement ? JSON.parse(value) : [[JSON.parse(value)]]) as unknown[][],
      names: null,
      error: null,
    };
  });
}

function readGroup(file: string, dialect: Dialect, group: string): Case[] {
  const cases: Case[] = [];
  let page = "";
  let held = "";
  for (const [i, raw] of readFileSync(file, "utf8").split("\n").entries()) {
    const text = held + raw;
    held = "";
    if (raw.endsWith("\\")) {
      held = `${text.slice(0, -1)}\n`;
      continue;
    }
    if (text.trim() === "") continue;
    if (text.startsWith("# ")) {
      page = text.slice(2).trim();
      continue;
    }
    const match = /^([\s\S]*?) --([>!:.])\s*([\s\S]*)$/.exec(text);
    if (match === null || page === "") throw new Error(`${file}:${i + 1}: not a case: ${text}`);
    const [, sql, mark, rest] = match as unknown as [string, string, string, string];
    cases.push({
      dialect, group, page, sql, line: i + 1,
      rows: mark === ">" ? rowsOf(rest, `${file}:${i + 1}`) : null,
      names: mark === ":" ? (JSON.parse(rest) as string[]) : null,
      error: mark === "!" ? rest.trim() : null,
    }); // prettier-ignore
  }
  return cases;
}

/** @throws Error for what is no list of rows. An example of a function may be a value alone, a query of the corpus not. */
function rowsOf(text: string, where: string): unknown[][] {
  const rows: unknown = JSON.parse(text);
  if (Array.isArray(rows) && rows.every((row) => Array.isArray(row))) return rows as unknown[][];
  throw new Error(`${where}: the result is no list of rows, such as [[1, "a"]]: ${text}`);
}

/** A value as written in the corpus: numbers if they are exact, text for values without a JSON number. */
export function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString("hex")}`;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, plain(item)])); // prettier-ignore
  return value;
}

/** Null for the expected rows, else the difference. Order matters only for queries with ORDER BY. */
export function difference(
  sql: string,
  actual: readonly (readonly unknown[])[],
  expected: readonly (readonly unknown[])[],
): string | null {
  const ordered = /\border\s+by\b(?!.*\bover\b)[^)]*$/is.test(sql) || /\bsort\s+by\b[^)]*$/is.test(sql);
  const lines = (rows: readonly (readonly unknown[])[]): string[] => {
    const all = rows.map((row) => JSON.stringify(row.map(plain)));
    return ordered ? all : all.sort();
  };
  const [a, b] = [lines(actual), lines(expected)];
  if (a.length === b.length && a.every((line, i) => line === b[i] || nearly(line, b[i]!))) return null;
  return `got ${a.join(" ")}\n    not ${b.join(" ")}`;
}

/** Doubles may differ in their last digits. */
function nearly(a: string, b: string): boolean {
  const number = /-?\d+\.\d+(?:e[+-]?\d+)?/g;
  if (a.replace(number, "#") !== b.replace(number, "#")) return false;
  const [xs, ys] = [a.match(number) ?? [], b.match(number) ?? []];
  return xs.every((x, i) => Math.abs(Number(x) - Number(ys[i])) <= 1e-9 * Math.max(1, Math.abs(Number(x))));
}
