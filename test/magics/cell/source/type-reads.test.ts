import { expect, test } from "@jest/globals";
import { typeReads, type KnownEngines } from "../../../../src/magics/cell/source/type-reads.ts";

const withTypes = (cell: string, engines: KnownEngines = new Map()): string =>
  typeReads(cell, engines, ({ sql, dialect, database }) =>
    sql.startsWith("select") ? `{ ${dialect}_${database}: number }` : null,
  );

test("a literal statement on an engine created in this cell or an earlier one gets a type", () => {
  const engines: KnownEngines = new Map();
  expect(
    withTypes(
      'const e = create_engine("presto:web", con);\nconst a = await read_svc_query("select 1", e);',
      engines,
    ),
  ).toBe(
    'const e = create_engine("presto:web", con);\nconst a = await read_svc_query<{ presto_web: number }>("select 1", e);',
  );
  expect(withTypes("read_svc(`select\n1`, e, { index_col: 'a' })", engines)).toBe(
    "read_svc<{ presto_web: number }>(`select\n1`, e, { index_col: 'a' })",
  );
  expect(withTypes("read_svc_query('select 1', create_engine('hive:a'))")).toBe(
    "read_svc_query<{ hive_a: number }>('select 1', create_engine('hive:a'))",
  );
});

test("a table of a literal name gets the type of its rows", () => {
  const typeOf = (cell: string): string =>
    typeReads(`const e = create_engine("presto:web"); ${cell}`, new Map(), ({ sql }) => sql).split("; ")[1] ??
    "";
  expect(typeOf('read_svc_table("a.b", e, { limit: 3 })')).toBe(
    'read_svc_table<select * from "a"."b">("a.b", e, { limit: 3 })',
  );
  for (const read of [
    'read_svc_table("b", e, { columns: ["x"] })',
    'read_svc_table("b", e, { parse_dates: ["x"] })',
    "read_svc_table(name, e)",
  ])
    expect(typeOf(read)).toBe(read);
});

test.each([
  "read_svc_query('select 1', e, { parse_dates: ['d'] })",
  "read_svc_query(`select ${x}`, e)",
  "read_svc_query(text, e)",
  "read_svc_query('drop table t', e, (",
  "read_svc_query('select 1', other)",
  "read_svc_query('drop table t', e)",
  "read_svc_query<{ a: number }>('select 1', e)",
  "// read_svc_query('select 1', e)",
  "e = another(); read_svc_query('select 1', e)",
])("%s gets no type", (cell) => {
  const engines: KnownEngines = new Map([["e", { dialect: "presto", database: "web" }]]);
  expect(withTypes(cell, engines)).toBe(cell);
});
