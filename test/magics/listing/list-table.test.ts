import { expect, test } from "@jest/globals";
import { textFormatter, timeZoneOf } from "../../../src/core/table/columns/column-display.ts";
import { listTable } from "../../../src/magics/listing/list-table.ts";

interface Job {
  readonly id: number;
  readonly query: string;
  readonly at: Date | null;
}

const read = ({ id, query, at }: Job): unknown[] => [id, query, at];

test("a column per name; dates are shown in UTC, texts in their form", () => {
  const jobs = [
    { id: 7, query: "select 1", at: null },
    { id: 8, query: "select 2", at: new Date(0) },
  ];
  const table = listTable(jobs, ["id", "query", "at"], read, { query: (text) => text.slice(0, 3) });
  expect(table.objects()).toEqual(jobs);
  expect(table.columnNames()).toEqual(["id", "query", "at"]);
  const { id, query, at } = table.data() as Record<string, unknown>;
  expect([id, query, at].map(timeZoneOf)).toEqual([null, null, "UTC"]);
  expect(textFormatter(query)?.("select 1")).toBe("sel");
});

test("without records the columns are there all the same", () => {
  const table = listTable([], ["id", "query", "at"], read);
  expect([table.columnNames(), table.numRows()]).toEqual([["id", "query", "at"], 0]);
});
