import { expect, test } from "@jest/globals";
import { helpText, shortUsage, usageLine } from "../../../../src/magics/cell/arguments/usage.ts";
import { ALL_MAGICS } from "../../../../src/magics/commands/all-magics.ts";
import { SVC_TABLES } from "../../../../src/magics/commands/line-magics.ts";

test("usage and help are generated from the magic's definition", () => {
  expect(usageLine(SVC_TABLES)).toBe("usage: %svc_tables [-h] [table_identifier_pattern]");
  expect(shortUsage(SVC_TABLES)).toBe("%svc_tables [table_identifier_pattern]");
  expect(helpText(SVC_TABLES)).toBe(
    `usage: %svc_tables [-h] [table_identifier_pattern]

Lists tables.
A plain dot in the pattern is the one between database and table; .* is any text.

argument:
  table_identifier_pattern  regular expression to find in database.table, such as sample_datasets.stock

options:
  -h, --help                show only this help

examples:
  %svc_tables
  %svc_tables sample_datasets
  tables = %svc_tables sample_datasets.stock`,
  );
});

test("magics are found by name, and their options and letters are unique", () => {
  expect(new Set(ALL_MAGICS.map(({ name }) => name)).size).toBe(ALL_MAGICS.length);
  for (const { options } of ALL_MAGICS) {
    const names = options.flatMap(({ name, short }) => (short === undefined ? [name] : [name, short]));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain("help");
  }
});
