import { describe, expect, test } from "@jest/globals";
import { fieldText, type JsonOptions } from "../../../src/core/table/csv-and-json.ts";
import { Table } from "../../../src/core/table/table.ts";
import { parseServiceType } from "../../../src/core/wire/service-type.ts";
import { tableOf } from "./table-of.ts";

test("nested and binary columns in CSV and JSON", () => {
  const types = {
    r: "row(id bigint, inner row(x double))",
    a: "array(row(k varchar))",
    m: "map(varchar, bigint)",
    b: "varbinary",
  };
  const table = tableOf(
    {
      r: [{ id: 1, inner: { x: 2.5 } }, null],
      a: [[{ k: "x" }], null],
      m: [{ k: 9007199254740993n }, null],
      b: [Uint8Array.of(0, 255), null],
    },
    { types },
  );
  expect(table.toCSV()).toBe(
    'r,a,m,b\n"{""id"":1,""inner"":{""x"":2.5}}","[{""k"":""x""}]","{""k"":9007199254740993}",00ff\n,,,\n',
  );
  expect(JSON.parse(table.select("r", "a", "b").toJSON())).toEqual([
    { r: { id: 1, inner: { x: 2.5 } }, a: [{ k: "x" }], b: "00ff" },
    { r: null, a: null, b: null },
  ]);
  expect(table.toCSV({ columns: ["b"], format: { b: () => "own" } })).toBe("b\nown\nown\n");
});

test("CSV tells null from empty text, and has no empty line, which readers skip", () => {
  const table = tableOf({ t: ["", null, "a;b"], n: [-0, 1, null] });
  expect(table.toCSV()).toBe('t,n\n"",-0\n,1\na;b,\n');
  expect(table.toCSV({ delimiter: ";", header: false, limit: 1, offset: 2 })).toBe('"a;b";\n');
  expect(table.toCSV({ columns: ["n"] })).toBe('n\n-0\n1\n""\n');
  expect(table.filter((d: { n: number }) => d.n === 1).toCSV()).toBe("t,n\n,1\n");
  expect(tableOf({ d: [new Date(NaN), new Date(60_000)], o: [{ a: 1 }, null] }).toCSV()).toBe(
    'd,o\n,"{""a"":1}"\n1970-01-01T00:01Z,\n',
  );
});

describe("JSON", () => {
  const table = tableOf(
    {
      'a"b': [2n ** 60n, null, 3n],
      at: [new Date("2024-05-06"), new Date("2024-05-06T07:08:09Z"), new Date(NaN)],
      x: [0.5, NaN, -1],
    },
    { types: { 'a"b': "bigint" } },
  );

  test.each<[string, JsonOptions | undefined, string]>([
    [
      "integers are exact, names are escaped",
      undefined,
      String.raw`[{"a\"b":1152921504606846976,"at":"2024-05-06","x":0.5},{"a\"b":null,"at":"2024-05-06T07:08:09Z","x":null},{"a\"b":3,"at":null,"x":-1}]`,
    ],
    ["lines", { type: "ndjson", limit: 2, columns: ["x"] }, '{"x":0.5}\n{"x":null}'],
    ["columns", { type: "columns", offset: 1, columns: ["x"] }, '{"x":[null,-1]}'],
    ["a format", { columns: ["x"], limit: 1, format: { x: (value: number) => value * 2 } }, '[{"x":1}]'],
  ])("%s", (_, options, text) => {
    expect(table.toJSON(options)).toBe(text);
  });

  test("rows are those of the table, in its order", () => {
    expect(
      table
        .filter("d => d.x < 1")
        .orderby("x")
        .toJSON({ columns: ["x"] }),
    ).toBe('[{"x":-1},{"x":0.5}]');
    expect(JSON.stringify({ rows: table.select("x").slice(2) })).toContain('[{\\"x\\":-1}]');
    expect(Table.of([], []).toJSON()).toBe("[]");
  });
});

test("columns named like members of every object are written as they are", () => {
  const table = Table.of([[1], [2], [3]], ["toString", "valueOf", "__proto__"]);
  expect(table.toCSV()).toBe("toString,valueOf,__proto__\n1,2,3\n");
  expect(table.toJSON()).toBe('[{"toString":1,"valueOf":2,"__proto__":3}]');
});

test.each<[unknown, string | undefined, string | null]>([
  [null, "varchar", null],
  [undefined, undefined, null],
  ["", "varchar", ""],
  ["日本 €", "varchar", "日本 €"],
  [1e21, "double", "1e+21"],
  [NaN, "double", "NaN"],
  [-Infinity, undefined, "-Infinity"],
  [-0, "double", "-0"],
  [2n ** 63n - 1n, "bigint", "9223372036854775807"],
  [1.5, "decimal(5,3)", "1.500"],
  ["1.500000000000000001", "decimal(20,18)", "1.500000000000000001"],
  [false, "boolean", "false"],
  [new Date(NaN), "date", null],
  [new Date("2024-05-06T07:08:09.010Z"), "timestamp", "2024-05-06T07:08:09.010Z"],
  [new Date("-000001-01-01"), "date", "-000001-01-01"],
  [[1n, null], "array(bigint)", "[1,null]"],
])("%p of type %s is the field %j", (value, type, text) => {
  expect(fieldText(value, type === undefined ? undefined : parseServiceType(type))).toBe(text);
});
