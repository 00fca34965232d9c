import { describe, expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import { create_engine } from "../../../src/core/query-engine.ts";
import { read_svc_table, type ReadTableOptions } from "../../../src/core/read/read-table.ts";
import { fakeService } from "../helpers/fake-service.ts";

const RESULT = { schema: [["time", "bigint"]], rows: [[1]] } as const;

async function issued(name: string, options: ReadTableOptions = {}, type = "presto"): Promise<string> {
  await using service = await fakeService(RESULT);
  await read_svc_table(
    name,
    create_engine(`${type}:db1`, connect("1/k", service.url), { header: "x" }),
    options,
  );
  expect(service.seen[0]?.url).toBe(`/v3/job/issue/${type}/db1`);
  return new URLSearchParams(service.seen[0]?.body.toString()).get("query") ?? "";
}

describe("the statement", () => {
  test.each<[string, ReadTableOptions, string, string]>([
    ["access", {}, "presto", `-- x\n-- read_svc_table('access')\nSELECT *\nFROM "access"\nLIMIT 10000`],
    ["access", { limit: null }, "presto", `-- x\n-- read_svc_table('access')\nSELECT *\nFROM "access"`],
    [
      "db2.access",
      { columns: ["time", 'a"b'], time_range: ["2024-01-01", null], limit: 5 },
      "presto",
      `-- x\n-- read_svc_table('db2.access')\nSELECT "time", "a""b"\nFROM "db2"."access"\nWHERE td_time_range(time, '2024-01-01 00:00:00', NULL)\nLIMIT 5`,
    ],
    [
      "t`\nx",
      { columns: ["a`b"], limit: 0 },
      "hive",
      "-- x\n-- read_svc_table('t` x')\nSELECT `a``b`\nFROM `t``\nx`\nLIMIT 0",
    ],
  ])("of %j with %j on %s", async (name, options, type, expected) => {
    expect(await issued(name, options, type)).toBe(expected);
  });
});

test.each<[string, ReadTableOptions, string]>([
  ["a.b.c", {}, 'table name "a.b.c" has more than one dot'],
  ["", {}, '"" can\'t be the name of a table or column'],
  ["t", { limit: -1 }, "limit must be an integer of 0 or more, or null for all rows, not -1"],
  ["t", { limit: 1.5 }, "limit must be an integer of 0 or more, or null for all rows, not 1.5"],
  ["t", { columns: [] }, "columns must be a list of column names; leave it out to select all"],
  ["t", { columns: "a" as never }, "columns must be a list of column names; leave it out to select all"],
])("%j with %j is refused", async (name, options, message) => {
  await expect(
    read_svc_table(name, create_engine("presto:db1", connect("1/k", "http://127.0.0.1:1")), options),
  ).rejects.toThrow(message);
});
