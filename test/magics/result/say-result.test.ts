import { expect, test } from "@jest/globals";
import type { TableSource } from "../../../src/core/table/table.ts";
import { say_result } from "../../../src/magics/result/say-result.ts";
import { tableOf } from "../../core/table/table-of.ts";
import { recordingHost } from "../helpers/recording-host.ts";

const job: TableSource = { job_id: 42, rows: 12_000, elapsedMs: 250 };

test.each<[TableSource | null, string | undefined, readonly string[]]>([
  [job, "df", ["stdout: df: 2 rows x 1 column, job 42, 0.3 s\n"]],
  [{ ...job, job_id: null }, "df", ["stdout: df: 2 rows x 1 column, 0.3 s\n"]],
  [null, "df", ["stdout: df: 2 rows x 1 column\n"]],
  [job, undefined, ["stdout: INFO: 2 of 12,000 rows fetched (--limit)\n"]],
  [{ ...job, rows: 2 }, undefined, []],
  [{ ...job, rows: null }, undefined, []],
  [null, undefined, []],
])("%j as %s: %j", (source, name, printed) => {
  const host = recordingHost();
  say_result(tableOf({ time: [1, 2], n: [3, 4] }, { index: ["time"], source }), name);
  expect(host.printed).toEqual(printed);
});
