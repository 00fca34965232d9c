import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openRunner, type TestRunner } from "../../engine/open-runner.ts";
import { someOf } from "../../jest/short-form.ts";

interface Row {
  readonly id: number;
  readonly part: string;
  readonly key: number | null;
  readonly value: number | null;
  /** A distance that differs by row. */
  readonly n: number;
}

/** Two partitions, with equal keys and null keys. */
const ROWS: readonly Row[] = [
  { id: 1, part: "a", key: 1, value: 10, n: 0 },
  { id: 2, part: "a", key: 1, value: 20, n: 1 },
  { id: 3, part: "a", key: 1, value: null, n: 3 },
  { id: 4, part: "a", key: 2, value: 40, n: 2 },
  { id: 5, part: "a", key: 4, value: 50, n: 0 },
  { id: 6, part: "a", key: 4, value: 60, n: 5 },
  { id: 7, part: "a", key: null, value: 70, n: 1 },
  { id: 8, part: "a", key: null, value: 80, n: 0 },
  { id: 9, part: "a", key: 9, value: 90, n: 1 },
  { id: 10, part: "b", key: null, value: 100, n: 2 },
  { id: 11, part: "b", key: 3, value: null, n: 0 },
  { id: 12, part: "b", key: 3, value: 120, n: 1 },
];

interface Bound {
  readonly sql: string;
  /** How far after the row the frame reaches; null: to the edge of the partition. */
  readonly reach: ((row: Row) => number) | null;
  readonly side: -1 | 0 | 1;
}

const distances = (word: "PRECEDING" | "FOLLOWING", side: -1 | 1): Bound[] => [
  ...[0, 2].map((n): Bound => ({ sql: `${n} ${word}`, reach: () => side * n, side })),
  { sql: `n ${word}`, reach: ({ n }) => side * n, side },
];
const STARTS: readonly Bound[] = [
  { sql: "UNBOUNDED PRECEDING", reach: null, side: -1 },
  ...distances("PRECEDING", -1),
  { sql: "CURRENT ROW", reach: () => 0, side: 0 },
  ...distances("FOLLOWING", 1),
];
const ENDS: readonly Bound[] = [...STARTS.slice(1), { sql: "UNBOUNDED FOLLOWING", reach: null, side: 1 }];

type Unit = "ROWS" | "RANGE" | "GROUPS";
interface Frame {
  readonly unit: Unit;
  readonly start: Bound;
  readonly end: Bound;
}
const framesOf = (unit: Unit): Frame[] =>
  STARTS.flatMap((start) =>
    ENDS.filter((end) => end.side >= start.side).map((end) => ({ unit, start, end })),
  );

interface Order {
  readonly descending: boolean;
  readonly nulls: "FIRST" | "LAST";
}

/** The rows of a frame, as the standard says, one by one. */
function rowsIn(rows: readonly Row[], at: number, { unit, start, end }: Frame, order: Order): Row[] {
  const row = rows[at]!;
  const keys = [...new Set(rows.map(({ key }) => key))];
  const groups = rows.map(({ key }) => keys.indexOf(key));
  /** How far another row is after the bound: in rows, groups, or units of the key. */
  const after = ({ reach, side }: Bound, other: number): number => {
    const its = rows[other]!.key;
    if (unit === "ROWS") return other - at - reach!(row);
    if (unit === "GROUPS") return groups[other]! - groups[at]! - reach!(row);
    if (side === 0 || row.key === null) return groups[other]! - groups[at]!;
    if (its === null) return order.nulls === "FIRST" ? -Infinity : Infinity;
    return (order.descending ? row.key - its : its - row.key) - reach!(row);
  };
  return rows.filter(
    (_, other) =>
      (start.reach === null || after(start, other) >= 0) && (end.reach === null || after(end, other) <= 0),
  );
}

const numbers = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);
const sum = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => a + b, 0);

const FUNCTIONS: Readonly<Record<string, (rows: readonly Row[]) => number | null>> = {
  "count(*) OVER #": (rows) => rows.length,
  "sum(v) OVER #": (rows) => sum(numbers(rows.map(({ value }) => value))),
  "cardinality(array_agg(v) OVER #)": (rows) => (rows.length === 0 ? null : rows.length),
  "first_value(k) OVER #": (rows) => rows[0]?.key ?? null,
  "nth_value(k, 2) OVER #": (rows) => rows[1]?.key ?? null,
  "last_value(k) IGNORE NULLS OVER #": (rows) => numbers(rows.map(({ key }) => key)).at(-1) ?? null,
};

/** Keys of frames: their SQL, and that of a distance of so many units. */
const KEYS: Readonly<Record<string, readonly [key: string, distance: (n: string) => string]>> = {
  bigint: ["k", (n) => n],
  double: ["CAST(k AS double)", (n) => `CAST(${n} AS double)`],
  decimal: ["CAST(k AS decimal(10, 2))", (n) => `CAST(${n} AS decimal(10, 2))`],
  date: ["date_add('day', k, DATE '2024-02-27')", (n) => `${n} * INTERVAL '1' DAY`],
  timestamp: ["TIMESTAMP '2024-01-01 00:00:00' + k * INTERVAL '12' HOUR", (n) => `${n} * INTERVAL '12' HOUR`],
  "timestamp with time zone": [
    "TIMESTAMP '2024-01-01 00:00:00 Asia/Tokyo' + k * INTERVAL '1' MINUTE",
    (n) => `${n} * INTERVAL '1' MINUTE`,
  ],
};

const BY_KEY: readonly Order[] = [
  { descending: false, nulls: "LAST" },
  { descending: true, nulls: "FIRST" },
];
const CASES: readonly (readonly [Unit, string, Order])[] = [
  ...BY_KEY.map((order) => ["ROWS", "bigint", order] as const),
  ...BY_KEY.map((order) => ["GROUPS", "bigint", order] as const),
  ...Object.keys(KEYS).flatMap((type) => BY_KEY.map((order) => ["RANGE", type, order] as const)),
  ["RANGE", "bigint", { descending: false, nulls: "FIRST" }],
  ["RANGE", "date", { descending: true, nulls: "LAST" }],
];

/** Windows of one statement. */
const AT_ONCE = 8;

let here: TestRunner;
beforeAll(async () => {
  here = await openRunner();
  const values = ROWS.map(({ id, part, key, value, n }) => `(${id}, '${part}', ${key}, ${value}, ${n})`);
  await here.query(
    `CREATE TABLE frames AS SELECT id, p, CAST(k AS bigint) AS k, v, CAST(n AS bigint) AS n FROM (VALUES ${values.join(", ")}) AS t (id, p, k, v, n)`,
  );
});
afterAll(() => here.close());

test.each(someOf(CASES, 9))("%s frames over a %s, %j", async (unit, type, order) => {
  const [key, distance] = KEYS[type]!;
  const sorted = [...ROWS].sort((a, b) => {
    if (a.key === b.key) return a.id - b.id;
    if (a.key === null || b.key === null) return (a.key === null) === (order.nulls === "FIRST") ? -1 : 1;
    return order.descending ? b.key - a.key : a.key - b.key;
  });
  const sqlOf = ({ sql }: Bound): string =>
    unit === "RANGE" ? sql.replace(/^(\w) /, (_, n: string) => `${distance(n)} `) : sql;
  const by = `${key} ${order.descending ? "DESC" : "ASC"} NULLS ${order.nulls}${unit === "ROWS" ? ", id" : ""}`;
  const names = Object.keys(FUNCTIONS);
  const faults: string[] = [];
  const frames = framesOf(unit);
  for (let from = 0; from < frames.length; from += AT_ONCE) {
    const windows = frames.slice(from, from + AT_ONCE);
    const calls = windows.flatMap((_, w) => names.map((name) => name.replace("#", `w${w}`)));
    const overs = windows.map(
      ({ start, end }) => `PARTITION BY p ORDER BY ${by} ${unit} BETWEEN ${sqlOf(start)} AND ${sqlOf(end)}`,
    );
    const { rows } = await here.query(
      `SELECT ${calls.join(", ")} FROM frames WINDOW ${overs.map((over, w) => `w${w} AS (${over})`).join(", ")} ORDER BY id`,
    );
    for (const [i, call] of calls.entries()) {
      const w = Math.floor(i / names.length);
      const right = ROWS.map((row) => {
        const part = sorted.filter((other) => other.part === row.part);
        return FUNCTIONS[names[i % names.length]!]!(rowsIn(part, part.indexOf(row), windows[w]!, order));
      });
      const seen = rows.map((row) => (row[i] === null ? null : Number(row[i])));
      if (JSON.stringify(seen) !== JSON.stringify(right))
        faults.push(
          `${call.replace(`w${w}`, `(${overs[w]})`)}: ${JSON.stringify(seen)}, right is ${JSON.stringify(right)}`,
        );
    }
  }
  expect(faults).toEqual([]);
});
