import { expect, test } from "@jest/globals";
import { planOf } from "../translate-query.ts";

const ioOf = async (sql: string): Promise<unknown> => {
  const plan = await planOf(`explain (type io, format json) ${sql}`);
  return plan.kind === "rows" ? JSON.parse(plan.rows[0]![0]!) : plan.kind;
};
const table = { catalog: "td-presto", schemaTable: { schema: "shop", table: "t" } };
const unknown = {
  outputRowCount: "NaN",
  outputSizeInBytes: "NaN",
  cpuCost: "NaN",
  maxMemory: "NaN",
  networkCost: "NaN",
};
const read = { table, constraint: { none: false, columnConstraints: [] }, estimate: unknown };

test("EXPLAIN (TYPE IO) gives the tables that a statement reads, each once, and the one that it fills", async () => {
  expect(await ioOf("with w as (select id from t) select * from w join shop.t on w.id = t.id")).toEqual({
    inputTableColumnInfos: [read],
    estimate: unknown,
  });
  expect(await ioOf("insert into t select * from t")).toEqual({
    inputTableColumnInfos: [read],
    outputTable: table,
    estimate: unknown,
  });
  expect(await ioOf("create table made as select 1 as n")).toEqual({
    inputTableColumnInfos: [],
    outputTable: { catalog: "td-presto", schemaTable: { schema: "shop", table: "made" } },
    estimate: unknown,
  });
});

test("EXPLAIN reports errors of its statement, and what it can't give", async () => {
  await expect(planOf("explain (type io) select * from missing")).rejects.toThrow("does not exist");
  await expect(planOf("explain (type validate) select nme from t")).rejects.toThrow("cannot be resolved");
  await expect(planOf("explain (format json) select 1")).rejects.toThrow(
    "unsupported in the local service: EXPLAIN with the format JSON",
  );
  await expect(planOf("explain (type optimized) select 1")).rejects.toThrow(
    "expected LOGICAL, DISTRIBUTED, VALIDATE or IO",
  );
});

test("EXPLAIN of what has no plan says what it is", async () => {
  expect(await planOf("explain comment on table t is 'x'")).toMatchObject({ rows: [["COMMENT"]] });
  expect(await planOf("explain show tables")).toMatchObject({ rows: [["answered from the catalogue"]] });
  expect(await planOf("explain (type validate) select 1")).toMatchObject({ rows: [["true"]] });
});
