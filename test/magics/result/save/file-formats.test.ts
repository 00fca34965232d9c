import { expect, test } from "@jest/globals";
import { formatOfEnding } from "../../../../src/magics/result/save/file-formats.ts";

test.each([
  [".CSV", "csv"],
  ["", "csv"],
  [".ndjson", "jsonl"],
  [".json", "json"],
  [".arrows", "arrow"],
  [".Parquet", "parquet"],
] as const)("a file's ending %j is of the format %s", (ending, format) => {
  expect(formatOfEnding(ending)).toBe(format);
});
