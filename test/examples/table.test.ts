// One short example of each verb and each method of a table.
import { describe } from "@jest/globals";
import { desc, op } from "arquero";
import { Table } from "../../src/core/table/table.ts";
import type { TextForms } from "../../src/core/table/csv-and-json.ts";
import type { TypedVerbs } from "../../src/core/table/verbs/verbs.ts";
import { testExamples, type Examples } from "./examples.ts";

type Row = { host: string; n: number };
const of = (data: Record<string, readonly unknown[]>): Table =>
  Table.of(Object.values(data), Object.keys(data));

const visits = of({ host: ["b", "a", "b"], n: [3, 1, 2] }) as Table<Row>;
const places = of({ host: ["b", "c"], city: ["Oslo", "Lima"] });

const verbs: Examples<TypedVerbs<Row, never> & TextForms> = {
  derive: () => [visits.derive({ m: (d) => d.n * 10 }).array("m"), [30, 10, 20]],
  filter: () => [visits.filter((d) => d.n > 1).array("n"), [3, 2]],
  groupby: () => [visits.groupby("host").groups()?.names, ["host"]],
  rollup: () => [
    visits
      .groupby("host")
      .rollup({ sum: op.sum("n") })
      .objects(),
    [
      { host: "b", sum: 5 },
      { host: "a", sum: 1 },
    ],
  ],
  select: () => [visits.select("n").columnNames(), ["n"]],
  orderby: () => [visits.orderby(desc("n")).array("n"), [3, 2, 1]],
  dedupe: () => [visits.dedupe("host").array("n"), [3, 1]],
  slice: () => [visits.slice(1, 3).array("n"), [1, 2]],
  sample: () => [visits.sample(2).numRows(), 2],
  unorder: () => [visits.orderby("n").unorder().array("n"), [3, 1, 2]],
  ungroup: () => [visits.groupby("host").ungroup().isGrouped(), false],
  assign: () => [visits.assign(of({ k: [7, 8, 9] })).object(), { host: "b", n: 3, k: 7 }],
  count: () => [
    visits.groupby("host").count().objects(),
    [
      { host: "b", count: 2 },
      { host: "a", count: 1 },
    ],
  ],
  relocate: () => [visits.relocate("n", { before: "host" }).columnNames(), ["n", "host"]],
  rename: () => [visits.rename({ n: "visits" }).columnNames(), ["host", "visits"]],
  reduce: () => {
    const counter = {
      fields: () => [],
      outputs: () => ["rows"],
      init: () => ({ rows: 0 }),
      add: (state: { rows: number }) => void (state.rows += 1),
      rem: () => undefined,
      write: (state: { rows: number }, values: Record<string, number[]>, row: number) => {
        (values["rows"] as number[])[row] = state.rows;
        return 1;
      },
    };
    return [visits.reduce(counter).objects(), [{ rows: 3 }]];
  },
  impute: () => [
    of({ n: [1, null] })
      .impute({ n: () => 0 })
      .array("n"),
    [1, 0],
  ],
  fold: () => [
    of({ a: [1], b: [2] })
      .fold(["a", "b"])
      .objects(),
    [
      { key: "a", value: 1 },
      { key: "b", value: 2 },
    ],
  ],
  pivot: () => [
    of({ k: ["a", "b"], v: [1, 2] })
      .pivot("k", "v")
      .objects(),
    [{ a: 1, b: 2 }],
  ],
  spread: () => [
    of({ pair: [[1, 2]] })
      .spread("pair", { as: ["a", "b"] })
      .objects(),
    [{ a: 1, b: 2 }],
  ],
  unroll: () => [
    of({ tags: [["x", "y"]] })
      .unroll("tags")
      .objects(),
    [{ tags: "x" }, { tags: "y" }],
  ],
  lookup: () => [visits.lookup(places, "host", "city").array("city"), ["Oslo", undefined, "Oslo"]],
  join: () => [
    visits.join(places).objects(),
    [
      { host: "b", n: 3, city: "Oslo" },
      { host: "b", n: 2, city: "Oslo" },
    ],
  ],
  join_left: () => [visits.join_left(places).array("city"), ["Oslo", "Oslo", undefined]],
  join_right: () => [visits.join_right(places).array("host"), ["b", "b", "c"]],
  join_full: () => [visits.join_full(places).array("host"), ["b", "b", "a", "c"]],
  cross: () => [visits.cross(places).numRows(), 6],
  semijoin: () => [visits.semijoin(places).array("n"), [3, 2]],
  antijoin: () => [visits.antijoin(places).array("n"), [1]],
  concat: () => [visits.concat(visits).numRows(), 6],
  union: () => [visits.union(visits).numRows(), 3],
  intersect: () => [visits.intersect(of({ host: ["a"], n: [1] })).objects(), [{ host: "a", n: 1 }]],
  except: () => [visits.except(of({ host: ["a"], n: [1] })).array("n"), [3, 2]],
  toCSV: () => [visits.toCSV(), "host,n\nb,3\na,1\nb,2\n"],
  toHTML: () => [
    of({ n: [1] })
      .toHTML()
      .replace(/ style="[^"]*"|\n/g, ""),
    "<table><thead><tr><th>n</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>",
  ],
  toJSON: () => [visits.toJSON({ type: "rows", limit: 1 }), '[{"host":"b","n":3}]'],
  toMarkdown: () => [of({ n: [1] }).toMarkdown(), "|n|\n|-:|\n|1|\n"],
};
describe("verbs", () => testExamples(verbs));

type Own =
  | "describe"
  | "set_index"
  | "toArrow"
  | "toArrowIPC"
  | "reify"
  | "array"
  | "get"
  | "getter"
  | "object"
  | "objects";
const own: Examples<Pick<Table<Row>, Own>> = {
  describe: () => [
    visits.describe().select("column", "count", "mean").objects(),
    [
      { column: "host", count: 3, mean: null },
      { column: "n", count: 3, mean: 2 },
    ],
  ],
  set_index: () => [visits.set_index("host").index, ["host"]],
  toArrow: () => [visits.toArrow().getChild("n").toArray(), Float64Array.of(3, 1, 2)],
  toArrowIPC: () => [Buffer.from(visits.toArrowIPC({ format: "file" })).toString("latin1", 0, 6), "ARROW1"],
  reify: () => [
    visits
      .filter((d) => d.n > 1)
      .reify()
      .totalRows(),
    2,
  ],
  array: () => [visits.array("host"), ["b", "a", "b"]],
  get: () => [visits.get("host", 1), "a"],
  getter: () => [visits.getter("n")(2), 2],
  object: () => [visits.object(1), { host: "a", n: 1 }],
  objects: () => [visits.objects({ limit: 1 }), [{ host: "b", n: 3 }]],
};
describe("methods", () => testExamples(own));
