import { describe, expect, test } from "@jest/globals";
import * as aq from "arquero";
import { desc, op } from "arquero";
import { BooleanColumn } from "../../../src/core/table/columns/boolean-column.ts";
import { inTimeZone, timeZoneOf } from "../../../src/core/table/columns/column-display.ts";
import { DateColumn } from "../../../src/core/table/columns/date-column.ts";
import { NullableColumn } from "../../../src/core/table/columns/nullable-column.ts";
import { TextColumn, TextDictionary } from "../../../src/core/table/columns/text-column.ts";
import { Table } from "../../../src/core/table/table.ts";
import { tableOf } from "./table-of.ts";

function sample(): Table {
  return tableOf(
    { id: Int32Array.of(3, 1, 2), host: ["x", "y", "x"], n: [1.5, null, 2.5] },
    {
      types: { id: "bigint", host: "varchar", n: "double" },
      index: ["id"],
    },
  );
}

const TYPES = { id: "bigint", host: "varchar", n: "double" };

describe("index and types through verbs", () => {
  test.each<[string, (table: Table) => Table, readonly string[], Readonly<Record<string, string>>]>([
    ["filter", (t) => t.filter((d: { id: number }) => d.id > 1), ["id"], TYPES],
    ["orderby", (t) => t.orderby(desc("n")), ["id"], TYPES],
    ["reify", (t) => t.orderby("id").reify(), ["id"], TYPES],
    ["slice", (t) => t.slice(0, 1), ["id"], TYPES],
    ["sample", (t) => t.sample(2), ["id"], TYPES],
    ["dedupe", (t) => t.dedupe("host"), ["id"], TYPES],
    [
      "rename of the index",
      (t) => t.rename({ id: "key" }),
      ["key"],
      { key: "bigint", host: "varchar", n: "double" },
    ],
    ["select without the index", (t) => t.select("host"), [], { host: "varchar" }],
    ["select with another name", (t) => t.select({ id: "a", n: "b" }), ["a"], { a: "bigint", b: "double" }],
    ["relocate", (t) => t.relocate("n", { before: "id" }), ["id"], TYPES],
    ["derive of a new column", (t) => t.derive({ m: (d: { n: number }) => d.n * 2 }), ["id"], TYPES],
    [
      "derive over the index",
      (t) => t.derive({ id: (d: { id: number }) => d.id + 1 }),
      ["id"],
      { host: "varchar", n: "double" },
    ],
    ["groupby and rollup", (t) => t.groupby("host").rollup({ s: op.sum("n") }), [], { host: "varchar" }],
  ])("%s", (_name, verb, index, types) => {
    const table = verb(sample());
    expect(table).toBeInstanceOf(Table);
    expect(table.index).toEqual(index);
    expect(table.types).toEqual(types);
  });

  test("set_index gives a new table; without names it removes the index", () => {
    const table = sample();
    expect(table.set_index("host", "id").index).toEqual(["host", "id"]);
    expect(table.set_index().index).toEqual([]);
    expect(table.index).toEqual(["id"]);
    expect(() => table.set_index("nope")).toThrow(
      'index column "nope" is not in the table; it has id, host, n',
    );
  });
});

describe.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("a column called %s", (name) => {
  const record = (value: unknown, k: string): object =>
    Object.fromEntries([[name, value] as const, ["k", k]]);
  const table = tableOf({ [name]: [3, 1], k: ["a", "b"] }, { types: { k: "varchar" } });

  test("is a field of row objects", () => {
    expect(table.objects()).toEqual([record(3, "a"), record(1, "b")]);
    expect(Object.keys(table.object(1) as object)).toEqual([name, "k"]);
    expect(Array.from(table, (row) => Object.keys(row as object))).toEqual([
      [name, "k"],
      [name, "k"],
    ]);
    expect(table.objects({ limit: 1 }).map((row) => Object.entries(row as object))).toEqual([
      [
        [name, 3],
        ["k", "a"],
      ],
    ]);
  });

  test("survives verbs, and gets no type from the prototype", () => {
    expect(Array.from(table.select(name).array(name))).toEqual([3, 1]);
    expect(Array.from(table.orderby(name).reify().array(name))).toEqual([1, 3]);
    expect(
      Array.from(
        table
          .filter((d: { k: string }) => d.k === "b")
          .reify()
          .array(name),
      ),
    ).toEqual([1]);
    expect(Array.from(table.rename({ k: "q" }).array(name))).toEqual([3, 1]);
    expect(Array.from(table.concat(table).array(name))).toEqual([3, 1, 3, 1]);
    expect(table.types[name]).toBeUndefined();
    expect(table.set_index(name).select("k").index).toEqual([]);
  });
});

test("a column's time zone survives a copy", () => {
  const time = inTimeZone([new Date(0), new Date(1)], "Asia/Tokyo");
  const table = tableOf({ n: [2, 1], time }, { index: ["time"] });
  const copied = table.orderby("n").rename({ time: "at" }).reify();
  expect(copied.array("at")).toEqual([new Date(1), new Date(0)]);
  expect(timeZoneOf(copied.data()["at"])).toBe("Asia/Tokyo");
  expect(timeZoneOf(copied.data()["n"])).toBeNull();
});

test("svclib's column classes work in expressions and in reify", () => {
  const table = tableOf({
    n: new NullableColumn(Float64Array.of(1, 0, 3), Uint8Array.of(0, 1, 0)),
    ok: new BooleanColumn(Uint8Array.of(1, 0, 2)),
  });
  expect(table.filter((d: { n: number | null }) => d.n === null).objects()).toEqual([{ n: null, ok: false }]);
  expect(table.rollup({ sum: op.sum("n"), valid: op.valid("n") }).objects()).toEqual([{ sum: 4, valid: 2 }]);
  expect(table.orderby("n").reify().array("ok")).toEqual([true, null, false]);
  expect(Array.from(table.column("n") as Iterable<unknown>)).toEqual([1, null, 3]);
});

describe("rows without a match are undefined in svclib's column classes, as in arrays", () => {
  const text = { bytes: Buffer.from("xyz"), offsets: Uint32Array.of(0, 1, 3), nulls: null, ascii: true };
  const plain = {
    k: [1, 4],
    flag: [false, true],
    day: [new Date(0), new Date(1)],
    n: [5, null],
    name: ["x", "yz"],
    coded: ["x", "yz"],
  };
  const columns = {
    k: Int32Array.of(1, 4),
    flag: new BooleanColumn(Uint8Array.of(0, 1)),
    day: new DateColumn(Float64Array.of(0, 1)),
    n: new NullableColumn(Int32Array.of(5, 0), Uint8Array.of(0, 1)),
    name: new TextColumn([text], 2),
    coded: new TextColumn(
      [{ codes: Uint8Array.of(1, 2), dictionary: new TextDictionary(text.bytes, text.offsets, true) }],
      2,
    ),
  };
  const other = { k: [1, 2], v: ["a", "b"] };
  const theirs = Table.of(Object.values(other), Object.keys(other));

  test.each<[string, (table: Table) => Table]>([
    ["join_left", (t) => theirs.join_left(t)],
    ["join_right", (t) => t.join_right(theirs)],
    ["join_full", (t) => t.join_full(theirs)],
    [
      "join_left by a function",
      (t) => theirs.join_left(t, ((a: { k: number }, b: { k: number }) => a.k === b.k) as never),
    ],
    ["lookup", (t) => theirs.lookup(t, "k", "flag", "day", "n", "name", "coded")],
    ["concat", (t) => theirs.concat(t.select("k")).concat(t)],
  ])("%s", (_name, verb) => {
    const ours = verb(Table.of(Object.values(columns), Object.keys(columns))).objects();
    expect(ours).toStrictEqual(verb(Table.of(Object.values(plain), Object.keys(plain))).objects());
  });

  test("a left join", () => {
    expect(
      theirs.join_left(Table.of(Object.values(columns), Object.keys(columns))).objects()[1],
    ).toStrictEqual({
      k: 2,
      v: "b",
      flag: undefined,
      day: undefined,
      n: undefined,
      name: undefined,
      coded: undefined,
    });
  });
});

describe("columns of decimals and intervals, which are texts", () => {
  const table = tableOf(
    {
      amount: ["9.50", "10.20", null, "-3.00"],
      wait: ["0 02:00:00.000", "10 00:00:00.000", "9 00:00:00.000", null],
      name: ["a", "b", "b", "a"],
    },
    { types: { amount: "decimal(4,2)", wait: "interval day to second", name: "varchar" } },
  );
  const amounts = (sorted: Table): unknown[] => sorted.array("amount");

  test("are sorted by their values, with nulls last", () => {
    const sorted = ["-3.00", "9.50", "10.20", null];
    expect(amounts(table.orderby("amount"))).toEqual(sorted);
    expect(amounts(table.orderby(desc("amount")))).toEqual(["10.20", "9.50", "-3.00", null]);
    expect(amounts(table.orderby(0))).toEqual(sorted);
    expect(amounts(table.orderby((d: { amount: string }) => d.amount))).toEqual(sorted);
    expect(amounts(table.orderby("name", desc("amount")))).toEqual(["9.50", "-3.00", "10.20", null]);
    expect(amounts(table.orderby(["name", "amount"]))).toEqual(["-3.00", "9.50", "10.20", null]);
    expect(table.orderby("wait").array("wait")).toEqual([
      "0 02:00:00.000", "9 00:00:00.000", "10 00:00:00.000", null,
    ]); // prettier-ignore
  });

  test("keep their columns and types when sorted", () => {
    const sorted = table.filter("d => d.name === 'a'").orderby("amount");
    expect(sorted.columnNames()).toEqual(["amount", "wait", "name"]);
    expect(sorted.types).toEqual(table.types);
    expect(amounts(sorted)).toEqual(["-3.00", "9.50"]);
  });

  test("have sums, medians and, by value, extremes", () => {
    const values = { sum: op.sum("amount"), max: op.max("amount"), min: "d => op.min(d.amount)" };
    expect(table.rollup({ ...values, half: (d: { amount: string }) => op.median(d.amount) }).object()).toEqual({
      sum: 16.7, max: "10.20", min: "-3.00", half: 9.5,
    }); // prettier-ignore
    expect(table.rollup({ last: op.max("name"), wait: op.max("wait") }).object()).toEqual({
      last: "b",
      wait: "10 00:00:00.000",
    });
    expect(table.rollup({ max: op.max("amount") }).types).toEqual({ max: "decimal(4,2)" });
  });

  type Money = Record<"amount" | "cost" | "fee" | "count" | "huge", never> & { wait: string; until: string };
  const money = tableOf(
    {
      amount: ["9.50", "10.20"],
      cost: ["10.20", "9.50"],
      fee: ["9.5", "10.2"],
      count: [9, 10],
      huge: [9n, 10n],
      wait: ["1 00:00:00.000", "2 00:00:00.000"],
      until: ["10 00:00:00.000", "2 00:00:00.000"],
    },
    {
      types: {
        amount: "decimal(4,2)",
        cost: "decimal(4,2)",
        fee: "decimal(4,1)",
        count: "bigint",
        huge: "bigint",
        wait: "interval day to second",
        until: "interval day to second",
      },
    },
  ).params({ text: "9.5", number: 9.75 }) as unknown as Table<Money>;

  test.each<[string, string]>([
    ["(d) => d.amount + d.cost > 5", "+ joins the texts of the decimal(4,2) in d.amount, not their values; write +d.amount and +d.cost"],
    ["(d) => d.amount + 1 > 5", "+ joins the texts of the decimal(4,2) in d.amount, not their values; write +d.amount"],
    ["(d) => d.wait * 2 > 5", "* computes with the text of the interval day to second d.wait in d.wait * 2; compute it in the query"],
    ["(d) => d.wait > 5", "d.wait > 5 compares an interval with a number"],
  ])("are refused where their texts would be joined: %s", (criterion, said) => {
    expect(() => money.filter(criterion)).toThrow(`filter: ${said}`);
  }); // prettier-ignore

  test.each<[string, number[]]>([
    ["(d) => +d.amount > +d.cost", [10]],
    ["(d) => d.amount > d.cost", [10]],
    ["({ amount, cost }) => amount >= cost", [10]],
    ["(d) => { const a = d.amount, b = d.cost; return a < b; }", [9]],
    ["(d) => (d.amount || d.cost) > d.fee", []],
    ["(d) => op.lag(d.amount) < d.amount", [10]],
    ['(d) => "9" < d.amount', [9, 10]],
    ["(d, $) => d.amount <= $.text", [9]],
    ["(d) => d.amount < d.huge", []],
    ["(d) => d.amount == d.fee", [9, 10]],
    ['(d) => d.amount == "9.5"', [9]],
    ["(d) => d.amount === 9.5", [9]],
    ["(d) => op.equal(d.amount, 9.5)", [9]],
    ["(d) => op.includes([9.5, 7], d.amount)", [9]],
    ["(d) => d.wait < d.until", [9]],
    ["(d) => d.amount < 9.75", [9]],
    ["(d, $) => d.amount < $.number", [9]],
    ["(d) => d.amount > d.count", [9, 10]],
    ["(d) => d.amount == 9.5", [9]],
    ['(d) => d.amount === "9.50"', [9]],
    ["(d) => d.amount !== null && d.amount != d.cost", [9, 10]],
    ['(d) => d.amount + " EUR" === "9.50 EUR"', [9]],
  ])("are compared by value: %s", (criterion, counts) => {
    expect(money.filter(criterion).array("count")).toEqual(counts);
  });

  test.each<[string, () => Table]>([
    ["groups", () => money.groupby("amount").count()],
    ["groups of an expression", () => money.groupby({ amount: (d: Money) => d.amount }).rollup()],
    ["a derived column", () => money.select("cost").derive({ amount: (d: Money) => d.cost })],
    ["a filled column", () => money.impute({ amount: () => 0 })],
    ["a folded column", () => money.select("amount", "cost").fold(["amount", "cost"], { as: ["k", "v"] }).rename({ v: "amount" })],
    ["a row of sums", () => money.concat(aq.table({ amount: [19.7] }))],
  ])("are sorted by their values after verbs: %s", (_, run) => {
    const values = run().orderby("amount").array("amount") as unknown[];
    expect(values.map(Number)).toEqual(values.map(Number).sort((a, b) => a - b));
  }); // prettier-ignore

  test.each<[string, () => Table]>([
    ["of another scale", () => money.join(money.rename({ fee: "rate" }), ["amount", "rate"])],
    ["numbers", () => money.join(tableOf({ amount: [9.5, 10.2] }), "amount")],
    ["numbers, in a criterion", () => money.join(tableOf({ other: [9.5, 10.2] }), ((a: Money, b: { other: never }) => a.amount === b.other) as never)],
    ["numbers, as a filter", () => money.semijoin(aq.table({ amount: [9.5, 10.2] }))],
    ["numbers, as a set", () => money.select("amount").intersect(tableOf({ amount: ["9.5", "10.20"] }, { types: { amount: "decimal(9,1)" } }))],
  ])("are joined by value: with %s", (_, run) => {
    expect(run().numRows()).toBe(2);
  }); // prettier-ignore

  test.each<[string, () => unknown]>([
    ["concat", () => money.select("amount").concat(money.select({ count: "amount" }))],
    ["fold", () => money.fold(["amount", "count"])],
  ])("are not mixed with other numbers in a column: %s", (verb, run) => {
    expect(run).toThrow(new RegExp(`^${verb}: "amount|^${verb}: "value`));
  });

  test("beside decimals of another scale, and beside numbers, are texts of the larger scale", () => {
    const numbers = tableOf({ amount: Float64Array.of(1e-7, 3) }, { types: { amount: "decimal(9,7)" } });
    const mixed = money.select("amount").concat(numbers, tableOf({ amount: [12.5] }));
    expect(mixed.array("amount")).toEqual([
      ...money.array("amount").map((text) => `${text as unknown as string}00000`),
      "0.0000001",
      "3.0000000",
      "12.5000000",
    ]);
    expect({ ...mixed.types }).toEqual({ amount: "decimal(9,7)" });
  });
});

describe("columns of decimals that are numbers", () => {
  const prices = tableOf(
    { price: Float64Array.of(9.5, 10.25), cost: Float64Array.of(10, 10), count: Int32Array.of(1, 2) },
    { types: { price: "decimal(5,2)", cost: "decimal(5,1)", count: "bigint" } },
  );

  test("are computed with, compared and aggregated as numbers", () => {
    const row = prices
      .filter("(d) => d.price > d.cost && d.price + 1 > 11 && d.price !== null")
      .rollup({ most: op.max("price"), sum: "(d) => op.sum(d.price * d.count)" });
    expect(row.objects()).toEqual([{ most: 10.25, sum: 20.5 }]);
    expect({ ...row.types }).toEqual({ most: "decimal(5,2)" });
  });

  test("keep a type in columns that they are copied to", () => {
    expect({ ...prices.select("price", "cost").fold(["price", "cost"]).types }).toEqual({
      value: "decimal(6,2)",
    });
    expect({ ...prices.select("price").concat(tableOf({ price: [19.75] })).types }).toEqual({});
    expect({ ...prices.fold(["price", "count"]).types }).toEqual({ cost: "decimal(5,1)" });
  });

  test("are written with the digits of their scale", () => {
    expect(prices.toCSV()).toBe("price,cost,count\n9.50,10.0,1\n10.25,10.0,2\n");
    expect(prices.toJSON()).toBe(
      '[{"price":9.50,"cost":10.0,"count":1},{"price":10.25,"cost":10.0,"count":2}]',
    );
    expect(prices.toArrow().getChild("price").toArray()).toEqual(["9.50", "10.25"]);
  });

  test("equal those that are texts, in sets and joins", () => {
    const texts = tableOf(
      { price: ["10.250", "12345678901234567.890"] },
      { types: { price: "decimal(20,3)" } },
    );
    expect(prices.select("price").intersect(texts).array("price")).toEqual([10.25]);
    expect(prices.join(texts, "price").array("count")).toEqual([2]);
    expect(prices.semijoin(texts, "price").array("count")).toEqual([2]);
  });
});

test("decimals of one scale are matched, whatever their precision", () => {
  const of = (type: string, ...values: string[]): Table =>
    tableOf({ amount: values }, { types: { amount: type } });
  const joined = of("decimal(4,2)", "9.50", "10.20").join(of("decimal(9,2)", "9.50"), "amount");
  expect(joined.objects()).toEqual([{ amount: "9.50" }]);
});

test("a lookup of nothing, and an impute of no rows, leave the table as it is", () => {
  const table = tableOf({ k: ["a", null] }, { types: { k: "varchar" } });
  expect(table.lookup(tableOf({ k: ["a"] }), "k").objects()).toEqual([{ k: "a" }, { k: null }]);
  expect(() => table.lookup(tableOf({ k: [1] }), "k")).toThrow("are never equal");
  const none = table.filter("d => d.k === 'b'").impute({ k: () => "c" }, { expand: "k" });
  expect([none.numRows(), { ...none.types }]).toEqual([0, { k: "varchar" }]);
});

test("BigInts have exact sums and extremes; what would mix them with numbers says what to write", () => {
  const table = tableOf({ id: [null, 1n, 2n ** 60n] }, { types: { id: "bigint" } });
  expect(table.rollup({ sum: op.sum("id"), min: op.min("id"), max: op.max("id") }).object()).toEqual({
    sum: 2n ** 60n + 1n,
    min: 1n,
    max: 2n ** 60n,
  });
  const mean = { x: (d: { id: number }) => op.mean(op.parse_float(d.id)) };
  expect(table.rollup(mean).object()).toEqual({ x: 2 ** 59 });
  for (const name of ["mean", "stdev", "variance", "median"] as const)
    expect(() => table.rollup({ x: op[name]("id") } as never)).toThrow('op.parse_float(d["id"])');
  expect(() => table.derive({ x: (d: { id: number }) => d.id / 2 })).toThrow(
    'derive: "id" has BigInts (integers past 2^53), which mix with no numbers; write op.parse_float(d["id"]), or 2n for a constant',
  );
});

test("a nullable column is read as arrays by expressions, which no table shows", () => {
  const column = new NullableColumn(Float64Array.of(1, 2, 3), Uint8Array.of(0, 1, 0));
  const table = tableOf({ a: column, b: [1, 2, 3] }, { types: { a: "double" } });
  const derived = table.derive({
    keys: aq.escape((d: object) => Object.keys(d).join()) as never,
    row: "op.row_object()",
    sum: "d.a + d.b",
    before: "op.lag(d.a) + 1",
  });
  expect(derived.objects()).toEqual([
    { a: 1, b: 1, keys: "a,b", row: { a: 1, b: 1 }, sum: 2, before: null },
    { a: null, b: 2, keys: "a,b", row: { a: null, b: 2 }, sum: null, before: 2 },
    { a: 3, b: 3, keys: "a,b", row: { a: 3, b: 3 }, sum: 6, before: null },
  ]);
  const filtered = table.filter("d => !(d.a > 2) || d.a === null");
  expect([filtered.array("b"), Object.keys(filtered.data()), { ...filtered.types }]).toEqual([[1, 2], ["a", "b"], { a: "double" }]); // prettier-ignore
  expect(Object.keys(derived.data())).toEqual(["a", "b", "keys", "row", "sum", "before"]);
});
