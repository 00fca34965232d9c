import { expect, test } from "@jest/globals";
import { pageOf } from "../../../../src/core/wire/statement/statement-reply.ts";

test.each([
  ["decimal(38, 0)", "decimal(38,0)"],
  ["array(INTERVAL DAY TO SECOND)", "array(interval day to second)"],
  ['row("decimal(1, 0)" decimal(3, 1), b varchar(10))', 'row("decimal(1, 0)" decimal(3,1), b varchar(10))'],
  ["map(varchar, timestamp(3) with time zone)", "map(varchar, timestamp(3) with time zone)"],
])("the type %s is %s, as in the schema of a job's result", (type, expected) => {
  expect(pageOf({ columns: [{ name: "x", type }] }, null).columns).toEqual([{ name: "x", type: expected }]);
});
