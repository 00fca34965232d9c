import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { tableFromIPC } from "@uwdata/flechette";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { thriftColumnType } from "../../../src/clusters/hive-server/thrift/thrift-types.ts";
import { encodeBlock } from "../../../src/core/blocks/encode-column.ts";
import { columnBuilders } from "../../../src/core/decode/builders/column-builder.ts";
import { fillColumns } from "../../../src/core/decode/decode-blocks.ts";
import { createParquetFile } from "../../../src/core/parquet/create-parquet-file.ts";
import { parquetTypeOf, storeNullable } from "../../../src/core/parquet/parquet-type.ts";
import { castType, typedLiteral } from "../../../src/core/sql/table-relation.ts";
import { ArrowEncoder } from "../../../src/core/wire/arrow/arrow-encoder.ts";
import { parseServiceType } from "../../../src/core/wire/service-type.ts";
import { columnType } from "../../../src/dialect/column-type.ts";
import { SCALAR_TYPES } from "../../../src/dialect/types/scalar-types.ts";
import { typeName } from "../../../src/dialect/types/type-text.ts";
import { schemaTypeOf } from "../../../src/engine/contract/schema-type.ts";
import { serviceType, storedType } from "../../../src/engine/tables/column-types.ts";
import { columnsType } from "../../../src/magics/sql/row-type.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-types-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A value of each type as a result has it, as a table and as a reader of Parquet has it if that is another one, its literal, and its type in a notebook. */
const SAMPLES: readonly {
  readonly type: string;
  readonly value: unknown;
  readonly table?: unknown;
  readonly parquet?: unknown;
  readonly literal: string | null;
  readonly ts: string;
}[] = [
  { type: "boolean", value: true, literal: "TRUE: boolean", ts: "boolean" },
  { type: "tinyint", value: -128, literal: "(-128): tinyint", ts: "number" },
  { type: "smallint", value: 32_767, literal: "32767: smallint", ts: "number" },
  { type: "integer", value: -2_147_483_648, literal: "(-2147483648): integer", ts: "number" },
  { type: "bigint", value: 2n ** 60n, literal: "1152921504606846976: bigint", ts: "number" },
  { type: "real", value: 0.5, literal: "0.5E0: real", ts: "number" },
  { type: "double", value: -0.1, literal: "(-0.1E0): double", ts: "number" },
  { type: "decimal(10,2)", value: "12.50", table: 12.5, parquet: 12.5, literal: "'12.50': decimal(10,2)", ts: "number" },
  { type: "varchar", value: "é→😀", literal: "'é→😀': varchar", ts: "string" },
  { type: "char(3)", value: "abc", literal: "'abc': char(3)", ts: "string" },
  { type: "varbinary", value: Uint8Array.of(0, 255), literal: "X'00ff': varbinary", ts: "any" },
  { type: "date", value: "2024-02-29", parquet: "2024-02-29T00:00:00.000Z", literal: "'2024-02-29': date", ts: "Date" },
  { type: "time(6)", value: "23:59:59.999999", parquet: 86_399_999_999, literal: "'23:59:59.999999': time(6)", ts: "string" },
  { type: "time(3) with time zone", value: "01:02:03.000+09:00", literal: null, ts: "string" },
  { type: "timestamp(3)", value: "2024-02-29 23:59:59.123", parquet: "2024-02-29T23:59:59.123Z", literal: "'2024-02-29 23:59:59.123': timestamp(3)", ts: "Date" },
  { type: "timestamp(3) with time zone", value: "2024-02-29 23:59:59.123 UTC", parquet: "2024-02-29T23:59:59.123Z", literal: "'2024-02-29 23:59:59.123 UTC': timestamp(3) with time zone", ts: "Date" },
  { type: "json", value: '{"a":1}', literal: "JSON '{\"a\":1}': json", ts: "any" },
  { type: "uuid", value: "12151fd2-7586-11e9-8f9e-2a86e4085a59", literal: "'12151fd2-7586-11e9-8f9e-2a86e4085a59': uuid", ts: "string" },
  { type: "ipaddress", value: "::1", literal: "'::1': ipaddress", ts: "string" },
  { type: "interval year to month", value: "-1-2", literal: null, ts: "string" },
  { type: "interval day to second", value: "2 03:04:05.678", literal: null, ts: "string" },
  { type: "unknown", value: null, literal: null, ts: "any" },
  { type: "HyperLogLog", value: "AgwBAIDEHg==", parquet: '"AgwBAIDEHg=="', literal: null, ts: "any" },
]; // prettier-ignore

const lineOf = (type: string) =>
  SCALAR_TYPES.find(({ presto }) => presto.toLowerCase() === parseServiceType(type).name)!;

test("every line of the table has a sample", () => {
  expect(SAMPLES.map(({ type }) => lineOf(type))).toEqual(SCALAR_TYPES);
});

const STORABLE = SAMPLES.filter(({ type }) => type !== "HyperLogLog");

test.each(STORABLE)("$type keeps its name in both dialects, alone and in others", ({ type }) => {
  for (const text of [type, `array(${type})`, `map(varchar, ${type})`, `row(a ${type})`]) {
    const parsed = columnType("c", text);
    expect(typeName(parsed, "presto")).toBe(text);
    expect(typeName(columnType("c", typeName(parsed, "presto")), "hive")).toBe(typeName(parsed, "hive"));
  }
});

test.each(STORABLE)("$type has the schema's type of its line, which leads back to it", ({ type }) => {
  const { schema, engine } = lineOf(type);
  expect(schemaTypeOf(parseServiceType(type).name)).toBe(schema === "-" ? null : schema);
  if (schema === "-") return;
  for (const text of [schema, `array<${schema}>`, `map<string,${schema}>`])
    expect(serviceType(storedType(text))).toBe(text);
  expect(serviceType(engine)).toBe(schema);
});

test.each(SCALAR_TYPES.filter(({ thrift }) => thrift !== "-"))(
  "TTypeId $thrift is $hive",
  ({ thrift, hive }) => {
    const typeDesc = { types: [{ primitiveEntry: { type: Number(thrift) } }] };
    expect(thriftColumnType({ columnName: "c", typeDesc })).toBe(hive);
  },
);

test.each(SAMPLES)("a $type from a block into a table", ({ type, value, table = value }) => {
  const bytes = encodeBlock([{ rowCount: 2, columns: [{ kind: "other", values: [value, null] }] }]);
  const columns = columnBuilders([{ name: "c", type }], 2);
  fillColumns(columns, bytes, 2, 0);
  const column = columns.builders[0]!.finish(2);
  expect([column.at(0), column.at(1)]).toEqual([table, null]);
});

/** The types in which others may be, with a value that holds one. */
const HOLDERS = [
  (type: string, value: unknown) => [type, value, value],
  (type: string, value: unknown) => [`array(${type})`, [value, null], [value, null]],
  (type: string, value: unknown) => [`map(varchar, ${type})`, { k: value }, { k: value }],
  (type: string, value: unknown) => [`row(a ${type})`, { a: value }, { a: value }],
] as const;

test.each(SAMPLES)("a $type in Arrow and back, alone and in others", ({ type, value }) => {
  for (const hold of HOLDERS) {
    const [text, held, expected] = hold(type, value) as [string, unknown, unknown];
    const encoder = new ArrowEncoder([{ name: "c", type: text }], { times: false });
    const batch = encoder.batch({ rowCount: 2, columns: [{ kind: "other", values: [held, null] }] });
    const table = tableFromIPC(Buffer.concat([encoder.beginning, batch, encoder.end]), {
      useBigInt: true,
      useMap: true,
    });
    expect(plain(Array.from(table.getChild("c")))).toEqual(plain([expected, null]));
  }
});

test.each(SAMPLES)(
  "a $type in Parquet and back, alone and in others",
  async ({ type, value, parquet = value }) => {
    for (const hold of HOLDERS) {
      const [text, held] = hold(type, value) as [string, unknown];
      const [, , expected] = hold(type, parquet) as [string, unknown, unknown];
      const form = parquetTypeOf(text);
      const path = join(folder, "a.parquet");
      const file = await createParquetFile(path, [{ name: "c", type: form }]);
      await file.write([[storeNullable(form, held), null]]);
      await file.finish();
      const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path), utf8: false });
      expect(plain(rows)).toEqual(plain([{ c: expected }, { c: null }]));
    }
  },
);

test.each(SAMPLES)("a $type as a literal", ({ type, value, literal }) => {
  const service = parseServiceType(type);
  const cast = castType(service, "presto");
  const text =
    cast && `${typedLiteral(storeNullable(parquetTypeOf(type), value), service, "presto")}: ${cast}`;
  expect(text).toBe(literal);
});

test.each(SAMPLES)("a $type in TypeScript", ({ type, ts }) => {
  const columns = [
    { name: "a", type },
    { name: "b", type: `array(${type})` },
  ];
  const inner = ts === "Date" ? "string" : ts;
  expect(columnsType(columns, true)).toBe(`{ a: ${ts}; b: ${inner}[] }`);
  expect(columnsType(columns, false)).toBe(`{ a: ${inner}; b: ${inner}[] }`);
});

/** Lists, objects, texts and numbers in place of what a reader gives for them. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || value === null) return value ?? null;
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as ArrayLike<unknown>, plain);
  const entries = value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value);
  return Object.fromEntries(entries.map(([key, part]) => [key, plain(part)]));
}
