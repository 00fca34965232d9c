import { expect, test } from "@jest/globals";
import type { Table } from "../../src/core/table/table.ts";
import { runningService } from "./lib/running-service.ts";

const service = runningService();

/** Numbers that are the same in each run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** An expression in JavaScript and in SQL. */
type Both = readonly [js: string, sql: string];
type Kind = "number" | "text" | "truth";

const LEAVES: Readonly<Record<Kind, readonly Both[]>> = {
  number: [
    ["d.a", "a"],
    ["d.b", "b"],
    ["2", "2"],
    ["d.s.length", "length(s)"],
    ["op.year(d.day)", "year(day)"],
    ["(op.month(d.at) + 1)", "month(at)"],
    ["op.hours(d.at)", "hour(at)"],
    ["d.day.getDate()", "day(day)"],
  ],
  text: [
    ["d.s", "s"],
    ["d.t", "t"],
    ['"ab"', "'ab'"],
  ],
  truth: [
    ["d.ok", "ok"],
    ["(d.day < d.until)", "(day < until)"],
    ["(d.day === d.until)", "(day = until)"],
    ["(d.at >= d.day)", "(at >= day)"],
  ],
};

const SHAPES: Readonly<Record<Kind, readonly (readonly [js: string, sql: string, ...kinds: Kind[]])[]>> = {
  number: [
    ["(# + #)", "(# + #)", "number", "number"],
    ["(# - #)", "(# - #)", "number", "number"],
    ["(# * #)", "(# * #)", "number", "number"],
    ["(-#)", "(-#)", "number"],
    ["Math.abs(#)", "abs(#)", "number"],
    ["op.greatest(#, #)", "greatest(#, #)", "number", "number"],
    ["(# ?? #)", "coalesce(#, #)", "number", "number"],
    ["(# ? # : #)", "if(#, #, #)", "truth", "number", "number"],
    ["#.length", "length(#)", "text"],
    ['#.indexOf("b")', "(strpos(#, 'b') - 1)", "text"],
  ],
  text: [
    ["(# + #)", "concat(#, #)", "text", "text"],
    ["`${#}-${#}`", "concat(#, '-', #)", "text", "text"],
    ["op.upper(#)", "upper(#)", "text"],
    ["#.toLowerCase()", "lower(#)", "text"],
    ["#.trim()", "trim(#)", "text"],
    ["#.slice(0, 2)", "substr(#, 1, 2)", "text"],
    ['#.replaceAll("a", "*")', "replace(#, 'a', '*')", "text"],
    ["(# ?? #)", "coalesce(#, #)", "text", "text"],
    ["(# ? # : #)", "if(#, #, #)", "truth", "text", "text"],
  ],
  truth: [
    ["(# < #)", "(# < #)", "number", "number"],
    ["(# >= #)", "(# >= #)", "number", "number"],
    ["(# === #)", "(# = #)", "number", "number"],
    ["(# !== #)", "(# <> #)", "text", "text"],
    ["(# < #)", "(# < #)", "text", "text"],
    ['#.includes("a")', "(strpos(#, 'a') > 0)", "text"],
    ['#.startsWith("a")', "starts_with(#, 'a')", "text"],
    ["(# && #)", "(# and #)", "truth", "truth"],
    ["(# || #)", "(# or #)", "truth", "truth"],
    ["(!#)", "(not #)", "truth"],
    ["(# === null)", "(# is null)", "number"],
    ["(# != undefined)", "(# is not null)", "text"],
    ["op.includes([1, 2, 5], #)", "(# in (1, 2, 5))", "number"],
  ],
};

/** The first `#` stands for the first of `values`, and so on. */
const filled = (shape: string, values: readonly string[]): string => {
  let next = 0;
  return shape.replace(/#/g, () => values[next++] as string);
};

function generate(kind: Kind, depth: number, pick: (below: number) => number): Both {
  if (depth === 0) return LEAVES[kind][pick(LEAVES[kind].length)] as Both;
  const [js, sql, ...kinds] = SHAPES[kind][pick(SHAPES[kind].length)] as (typeof SHAPES)[Kind][number];
  const parts = kinds.map((one) => generate(one, pick(depth), pick));
  return [filled(js, parts.map(([one]) => one)), filled(sql, parts.map(([, one]) => one))]; // prettier-ignore
}

const ROWS = 60;

/** The rows as SQL, a quarter of whose values are null. */
function rows(pick: (below: number) => number): string {
  const or = (text: string): string => (pick(4) === 0 ? "null" : text);
  const day = (): string => `20${10 + pick(20)}-0${1 + pick(9)}-${10 + pick(19)}`;
  const word = (): string => `'${["", "a", "ab ", " Ba", "bcd", "aab"][pick(6)] ?? ""}'`;
  const lines = Array.from({ length: ROWS }, (_, i) =>
    [i, or(`${pick(40) / 4 - 3}e0`), or(String(pick(9) - 3)), or(word()), or(word()), or(["true", "false"][pick(2)] ?? ""),
      or(`date '${day()}'`), or(`date '${day()}'`), or(`timestamp '${day()} 0${pick(10)}:30:00'`)].join(", "),
  ); // prettier-ignore
  const types = "double bigint varchar varchar boolean date date timestamp".split(" ");
  const names = "a b s t ok day until at".split(" ");
  const casts = names.map((name, i) => `cast(${name} as ${types[i] ?? ""}) as ${name}`);
  return `select i, ${casts.join(", ")} from (values ${lines.map((line) => `(${line})`).join(", ")}) as v(i, ${names.join(", ")})`;
}

async function tables(seed: number, selected: readonly string[]): Promise<readonly [Table, Table]> {
  const source = rows(random(seed));
  const read = async (sql: string): Promise<Table> => {
    const { create_engine, read_svc_query } = await import("../../src/core/pandas-td.ts");
    const dates = ["day", "until", "at"];
    const engine = create_engine("presto:db1", { con: service.con });
    return read_svc_query(sql, engine, {
      parse_dates: sql.startsWith("select i,") && sql === ordered ? dates : [],
    });
  };
  const ordered = `${source} order by i`;
  const answered = `select ${selected.map((sql, i) => `${sql} as e${i}`).join(", ")} from (${source}) as v`;
  return [await read(ordered), await read(answered)];
}

/** Numbers to twelve digits, as sums have their own order of terms. */
const plain = (value: unknown): unknown =>
  value === undefined ? null : typeof value === "number" ? Number(value.toPrecision(12)) : value;

test("expressions over a table give what the service's SQL gives, with nulls", async () => {
  const pick = random(7);
  const kinds = ["number", "text", "truth"] as const;
  const expressions = Array.from({ length: 240 }, (_, i) =>
    generate(kinds[i % 3] as Kind, 1 + (i % 4), pick),
  );
  const [table, answers] = await tables(1, ["i", ...expressions.map(([, sql]) => sql)]);
  const sorted = answers.orderby("e0");
  const differences = expressions.flatMap(([js, sql], i) => {
    const mine = table.derive({ x: js }).array("x").map(plain);
    const theirs = sorted.array(`e${i + 1}`).map(plain);
    return JSON.stringify(mine) === JSON.stringify(theirs) ? [] : [{ js, sql, mine, theirs }];
  });
  expect(differences).toEqual([]);
});

test("so do filters, groups and aggregates", async () => {
  const pick = random(11);
  const numbers = Array.from({ length: 30 }, (_, i) => generate("number", i % 3, pick));
  const truths = Array.from({ length: 30 }, (_, i) => generate("truth", 1 + (i % 3), pick));
  const aggregates = [
    ["op.mean", "avg"],
    ["op.sum", "sum"],
    ["op.min", "min"],
    ["op.max", "max"],
    ["op.valid", "count"],
    ["op.distinct", "count(distinct "],
    ["op.stdev", "stddev"],
  ] as const;
  const values = numbers.map(([js, sql], i): Both => {
    const [mine, theirs] = aggregates[i % aggregates.length] as (typeof aggregates)[number];
    return [`${mine}(${js})`, `${theirs.includes("(") ? theirs : `${theirs}(`}${sql})`];
  });
  const [table, answers] = await tables(2, [
    ...values.map(([, sql]) => sql),
    ...truths.map(([, sql]) => `count_if(${sql})`),
    ...truths.map(([, sql]) => `count(distinct ${sql}) + if(count_if((${sql}) is null) > 0, 1, 0)`),
  ]);
  const theirs = (i: number): unknown => plain(answers.get(`e${i}`, 0));
  values.forEach(([js], i) => {
    expect([js, plain(table.rollup({ x: js }).get("x", 0))]).toEqual([js, theirs(i)]);
  });
  truths.forEach(([js], i) => {
    const groups = table.groupby({ x: js }).count().numRows();
    expect([js, table.filter(js).numRows(), groups]).toEqual([js, theirs(30 + i), theirs(60 + i)]);
  });
});
