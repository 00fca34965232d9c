import { expect, test } from "@jest/globals";
import { statementOutcome } from "../../../src/core/table/result-table.ts";

test.each<[string, number | null, string | null]>([
  ["insert into x values (1)", 3, "3 rows inserted"],
  ["-- why\n/* insert */ INSERT INTO x select 1", 1, "1 row inserted"],
  ["insert overwrite table x select 1", null, "rows inserted"],
  ["create table x as select 1", 5, "table created with 5 rows"],
  ["create table if not exists x (a bigint)", null, "table created, or already there"],
  ["CREATE OR REPLACE VIEW v AS SELECT 1", null, "view created"],
  ["create external table x (a int)", null, "table created"],
  ["drop table if exists x", null, "table dropped, or not there"],
  ["drop schema s", null, "schema dropped"],
  ["alter table x add column b bigint", null, "table altered"],
  ["delete from x where a = 1", 0, "0 rows deleted"],
  ["merge into x using y on true when matched then delete", 2, "2 rows changed"],
  ["select 1 as rows", 1, null],
  ["with insert_ as (select 1) select * from insert_", 1, null],
  ["constructor", 1, null],
  ["", null, null],
])("%s", (sql, rows, outcome) => {
  expect(statementOutcome(sql, rows)).toBe(outcome);
});
