import { expect, test } from "@jest/globals";
import { queryOnLine } from "../../../src/magics/cell/find-magics.ts";

test.each([
  [" select 1", "select 1"],
  [" sample_datasets -o df select * from t where x = 'select 2'", "select * from t where x = 'select 2'"],
  [" --plot SELECT -1 as x", "SELECT -1 as x"],
  [
    " db --title 'select all' -q with a as (select 1) select * from a",
    "with a as (select 1) select * from a",
  ],
  [" -n show tables", "show tables"],
  [" insert into t select 1", "insert into t select 1"],
  [" --mark=bar select a", "select a"],
  [" -qo df --dry_run select a", "select a"],
  [" --verb -oselect select a", "select a"],
  [" --unknown select a", "select a"],
])("%j", (line, query) => {
  expect(line.slice(queryOnLine(line) ?? line.length)).toBe(query);
});

test.each([
  "",
  " select",
  " select --plot",
  " values -o df",
  " selected now",
  " --title select flights",
  ' --title "please select one"',
  " -o with db",
  " -qo with db",
  " --out_f select db",
  " -T show db",
])("no query: %j", (line) => {
  expect(queryOnLine(line)).toBeNull();
});
