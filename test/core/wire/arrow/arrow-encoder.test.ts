import { describe, expect, test } from "@jest/globals";
import { tableFromIPC, type Batch as ArrowBatch } from "@uwdata/flechette";
import { rowCountOf, type ColumnData } from "../../../../src/core/blocks/column-data.ts";
import { ArrowEncoder } from "../../../../src/core/wire/arrow/arrow-encoder.ts";
import { ArrowValueError } from "../../../../src/core/wire/arrow/arrow-form.ts";

/** Encodes one column of a service type. */
function encoded(type: string, data: ColumnData, times: boolean): Buffer {
  const encoder = new ArrowEncoder([{ name: "c", type }], { times });
  const batch = encoder.batch({ rowCount: rowCountOf(data), columns: [data] });
  return Buffer.concat([encoder.beginning, batch, encoder.end]);
}

/** Passes values through a stream without times and returns them. */
function column(type: string, ...values: unknown[]): unknown[] {
  const table = tableFromIPC(encoded(type, { kind: "other", values }, false), {
    useBigInt: true,
    useMap: true,
  });
  return Array.from(table.getChild("c")) as unknown[];
}

describe("values of each service type", () => {
  test.each<[string, unknown[], unknown[]]>([
    ["bigint", [1, null, 2n ** 63n - 1n, -(2n ** 63n)], [1n, null, 2n ** 63n - 1n, -(2n ** 63n)]],
    ["integer", [2147483647, -2147483648, null], [2147483647, -2147483648, null]],
    ["smallint", [32767, -32768], [32767, -32768]],
    ["tinyint", [127, -128, 5n], [127, -128, 5]],
    ["double", [0.5, NaN, Infinity, null, -0, 3n], [0.5, NaN, Infinity, null, -0, 3]],
    ["boolean", [true, null, false], [true, null, false]],
    ["varchar(10)", ["a", "", null, "é→😀", "\0"], ["a", "", null, "é→😀", "\0"]],
    [
      "decimal(38,2)",
      ["123456789012345678901234567890123456.78", null],
      ["123456789012345678901234567890123456.78", null],
    ],
    [
      "timestamp(3) with time zone",
      ["2024-01-02 03:04:05.678 Asia/Tokyo"],
      ["2024-01-02 03:04:05.678 Asia/Tokyo"],
    ],
    ["json", ['{"a":1}'], ['{"a":1}']],
    ["varbinary", [Uint8Array.of(0, 255), null], [Buffer.of(0, 255), null]],
    ["unknown", [null, null], [null, null]],
    ["array(unknown)", [[null], [], null], [[null], [], null]],
    ["map(unknown,unknown)", [{}, null], [new Map(), null]],
    ["row(a unknown, b array(unknown))", [[null, []], null], [{ a: null, b: [] }, null]],
    ["uniontype<int,string>", [{ a: 1n }, "x"], ['{"a":1}', "x"]],
    [
      "map(varchar,double)",
      [{ k: 1.5 }, null, new Map([["__proto__", null]])],
      [new Map([["k", 1.5]]), null, new Map([["__proto__", null]])],
    ],
    [
      'row("a" bigint, varchar)',
      [[1, "x"], null, [null, null]],
      [{ a: 1n, field1: "x" }, null, { a: null, field1: null }],
    ],
    ["row(a bigint, a bigint)", [[1, 2]], [{ a: 1n, a_2: 2n }]],
    ["struct<b:int,1:string>", [{ b: 1, 1: "x" }], [{ b: 1, 1: "x" }]],
    ["array<array<string>>", [[["x", null], null, []], []], [[["x", null], null, []], []]],
  ])("%s", (type, values, expected) => {
    expect(column(type, ...values)).toEqual(expected);
  });

  test("lists of 64-bit integers", () => {
    const [list, empty, none] = column("array(bigint)", [1, null, 2n ** 60n], [], null) as Iterable<
      bigint | null
    >[];
    expect([[...list!], [...empty!], none]).toEqual([[1n, null, 2n ** 60n], [], null]);
  });

  test.each<[string, unknown, string]>([
    ["tinyint", 128, "128"],
    ["bigint", 2n ** 63n, "9223372036854775808"],
    ["bigint", 1.5, "1.5"],
    ["bigint", "1", '"1"'],
    ["double", "1", '"1"'],
    ["varchar", 1, "1"],
    ["array(tinyint)", [1, 128], "128"],
    ["row(a bigint)", [1, 2], "[1,2]"],
    ["map(varchar,bigint)", [1], "[1]"],
    ["map(varchar,bigint)", "x", '"x"'],
    ["row(a varchar)", "x", '"x"'],
    ["struct<a:int,b:int>", { a: 1, c: 2 }, '{"a":1,"c":2}'],
  ])("%s refuses %p", (type, value, shown) => {
    expect(() => column(type, value)).toThrow(`column "c" of type ${type} holds ${shown}`);
  });
});

test("duplicate names are made unique, and fields keep the service's type", () => {
  const columns = [
    { name: "a", type: "bigint" },
    { name: "a", type: "decimal(10,2)" },
  ];
  const encoder = new ArrowEncoder(columns, { times: true });
  const { fields } = tableFromIPC(Buffer.concat([encoder.beginning, encoder.end])).schema;
  expect(fields.map(({ name, metadata }) => [name, metadata?.get("svc:type")])).toEqual([
    ["a", "bigint"],
    ["a_2", "decimal(10,2)"],
  ]);
});

test("batches follow each other, and one without rows is none", () => {
  const encoder = new ArrowEncoder([{ name: "n", type: "bigint" }], { times: false });
  const batches = [[0, 1], [], [7]].map((values) =>
    encoder.batch({ rowCount: values.length, columns: [{ kind: "other", values }] }),
  );
  const table = tableFromIPC(Buffer.concat([encoder.beginning, ...batches, encoder.end]));
  expect(table.toColumns()).toEqual({ n: Float64Array.of(0, 1, 7) });
});

test("a result without columns is a valid stream", () => {
  const encoder = new ArrowEncoder([], { times: false });
  expect(tableFromIPC(Buffer.concat([encoder.beginning, encoder.end])).numCols).toBe(0);
});

test("decimals get all digits of their scale", () => {
  expect(column("decimal(10,2)", 1.5, "2", null)).toEqual(["1.50", "2.00", null]);
  expect(column("decimal(10,2)", "1.5", "2")).toEqual(["1.50", "2.00"]);
});

test("booleans with nulls, over several bytes", () => {
  const codes = Uint8Array.from({ length: 20 }, (_, row) => row % 3);
  const values = Array.from(codes, (code) => (code === 2 ? null : code === 1));
  const table = tableFromIPC(encoded("boolean", { kind: "boolean", codes }, false));
  expect(Array.from(table.getChild("c"))).toEqual(values);
});

test.each([0, 1, 7, 8, 21])("nulls of %d rows, from the midst of an array", (rows) => {
  const nulls = Uint8Array.from({ length: rows + 3 }, (_, i) => (i % 3 === 0 || i > 15 ? 1 : 0)).subarray(3);
  const values = Int32Array.from({ length: rows }, (_, row) => row);
  const table = tableFromIPC(encoded("integer", { kind: "integer", values, nulls }, false));
  expect(Array.from(table.getChild("c"))).toEqual(
    Array.from(values, (row) => (nulls[row] === 1 ? null : row)),
  );
});

/** A column of one batch as Arrow has it, with times. */
const inArrow = (type: string, data: ColumnData): ArrowBatch<unknown> =>
  tableFromIPC(encoded(type, data, true), { useBigInt: true }).getChild("c").data[0] as ArrowBatch<unknown>;

const texts = (...values: (string | null)[]): ColumnData => ({ kind: "text", values });

const US = 1_000_000n;

test.each<[string, string[], unknown[]]>([
  [
    "date",
    ["1970-01-01", "2024-02-29", "1969-12-31", "-0001-03-01", "+12024-01-01"],
    [0, 19782, -1, -719834, 3672148],
  ],
  ["time(6)", ["00:00:00", "23:59:59.999999", "01:02:03.5"], [0n, 86400n * US - 1n, 3723n * US + 500_000n]],
  ["timestamp", ["1970-01-01 00:00:00.001", "1969-12-31 23:59:59.999"], [1000n, -1000n]],
  [
    "timestamp(6)",
    ["2024-01-02 03:04:05.123456", "2024-01-02 03:04:06"],
    [1704164645n * US + 123_456n, 1704164646n * US],
  ],
  [
    "timestamp(3)",
    ["9999-12-31 23:59:59.999", "2024-01-02"],
    [253402300799n * US + 999_000n, 1704153600n * US],
  ],
])("%s is Arrow's own", (type, values, expected) => {
  expect([...(inArrow(type, texts(...values)).values as Iterable<unknown>)]).toEqual(expected);
  const coded: ColumnData = {
    kind: "coded",
    entries: { bytes: Buffer.from(values[0]!), offsets: Uint32Array.of(0, values[0]!.length) },
    codes: Uint8Array.of(1, 0, 1),
  };
  const batch = inArrow(type, coded);
  expect([batch.nullCount, batch.values[0], batch.values[2]]).toEqual([1, expected[0], expected[0]]);
});

test.each(["timestamp(9)", "timestamp(3) with time zone", "time(12)", "decimal(38,2)"])(
  "%s, which microseconds do not hold, stays text",
  (type) => {
    const text = type.startsWith("decimal") ? "1.50" : "2024-01-02 03:04:05.123456789";
    expect(inArrow(type, texts(text)).at(0)).toBe(text);
  },
);

test.each<[string, ColumnData, string]>([
  ["date", texts("2024-13-01"), '"2024-13-01"'],
  ["date", texts("yesterday"), '"yesterday"'],
  ["timestamp", texts("2024-01-02 25:00:00"), '"2024-01-02 25:00:00"'],
  ["timestamp", texts("2024-01-02 03:04:05.1234567"), "1234567"],
  ["tinyint", { kind: "integer", values: Int16Array.of(5, 300), nulls: null }, "300"],
  ["bigint", texts("x"), '"x"'],
  ["varchar", { kind: "integer", values: Int16Array.of(5), nulls: null }, "holds 5"],
])("%s with another value is refused", (type, data, message) => {
  expect(() => inArrow(type, data)).toThrow(message);
  expect(() => inArrow(type, data)).toThrow(ArrowValueError);
});
