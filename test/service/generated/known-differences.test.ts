import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { knownRows } from "../../generator/known-differences.ts";

test("every known difference from Trino is listed in docs/dialects.md", () => {
  const page = readFileSync("docs/dialects.md", "utf8").split("Hive, compared with")[0]!;
  const titles = [...page.matchAll(/^- \*\*(.*?)\*\*:/gm)].map(([, title]) => title);
  expect(knownRows("presto").filter((row) => !titles.includes(row))).toEqual([]);
});
