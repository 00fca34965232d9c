import { describe, expect, test } from "@jest/globals";
import { cellMagicOf, findCandidates } from "../../../src/magics/cell/magic-candidates.ts";

test.each<[string, string | null]>([
  ["%%svc_presto sample_datasets\nselect 1", "svc_presto"],
  ["\n  %%svc_hive", "svc_hive"],
  ["%svc_tables", null],
  ["const x = 1;\n%%svc_presto", null],
  ["%%svc_presto?", null],
])("the magic that takes the whole of %j", (cell, name) => {
  expect(cellMagicOf(cell)?.name ?? null).toBe(name);
});

describe("texts that may be magics", () => {
  test.each<[string, string[]]>([
    ["%svc_tables", ["%svc_tables"]],
    ["x = %svc_job 7\ny", ["%svc_job 7"]],
    ["let n = 7 % m", []],
    ["  %lsmagic\n%svc_jobs --mine", ["%lsmagic", "%svc_jobs --mine"]],
    ["%svc_tables?", ["%svc_tables?"]],
    ["%svc_job 7 \\\n  -o df\nx", ["%svc_job 7 \\\n  -o df"]],
    ["f(%svc_tables)", []],
  ])("of %j", (cell, magics) => {
    expect(findCandidates(cell).map(({ start, end }) => cell.slice(start, end))).toEqual(magics);
  });
});
