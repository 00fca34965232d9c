import { describe, expect, test } from "@jest/globals";
import { tableFromIPC } from "@uwdata/flechette";
import { ArrowStream } from "../../../src/core/wire/arrow-stream.ts";

/** Passes one column of a service type through the stream and returns it. */
function column(type: string, ...values: unknown[]): unknown[] {
  const stream = new ArrowStream([{ name: "c", type }]);
  const bytes = Buffer.concat([stream.schema, stream.batch(values.length, (row) => values[row]), stream.end]);
  return Array.from(tableFromIPC(bytes, { useBigInt: true, useMap: true }).getChild("c")) as unknown[];
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
  const stream = new ArrowStream([
    { name: "a", type: "bigint" },
    { name: "a", type: "decimal(10,2)" },
  ]);
  const { fields } = tableFromIPC(Buffer.concat([stream.schema, stream.end])).schema;
  expect(fields.map(({ name, metadata }) => [name, metadata?.get("svc:type")])).toEqual([
    ["a", "bigint"],
    ["a_2", "decimal(10,2)"],
  ]);
});

test("batches follow each other", () => {
  const stream = new ArrowStream([{ name: "n", type: "bigint" }]);
  const pieces = [stream.schema, stream.batch(2, (row) => row), stream.batch(1, () => 7), stream.end];
  expect(tableFromIPC(Buffer.concat(pieces)).toColumns()).toEqual({ n: Float64Array.of(0, 1, 7) });
});

test("a result without columns is a valid stream", () => {
  const stream = new ArrowStream([]);
  expect(tableFromIPC(Buffer.concat([stream.schema, stream.end])).numCols).toBe(0);
});
