import { expect, test } from "@jest/globals";
import { splitHeader, withHeader } from "../../../src/core/sql/query-header.ts";

test.each([
  ["select 1", []],
  ["-- a comment of the author\nselect 1", []],
  ["select 1", ["set session join_distribution_type = 'BROADCAST'"]],
])("a statement is found again below its header: %j, %j", (sql, hints) => {
  const engine = { type: "presto", header: true } as const;
  const { text, headerLines } = withHeader(sql, engine, "read_svc_query", hints);
  expect(headerLines).toBe(2 + hints.length);
  expect(splitHeader(text)).toEqual({ sql, headerLines });
});

test.each(["", "select 1", "-- client: pytd/1.0\n-- pytd.query\nselect 1", "-- first\n-- second\nselect 1"])(
  "comments of other clients are part of the statement: %j",
  (sql) => {
    expect(splitHeader(sql)).toEqual({ sql, headerLines: 0 });
  },
);
