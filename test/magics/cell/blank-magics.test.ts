import { expect, test } from "vitest";
import { blankMagics } from "../../../src/magics/cell/blank-magics.ts";
import { findMagics } from "../../../src/magics/cell/find-magics.ts";

test.each([
  ["a\n%svc_tables x\nb", "a\n             \nb"],
  ["let x = %svc_job 12\nx", "let x = 0 as any   \nx"],
  ["%svc_job \\\n 12\nx", "          \n   \nx"],
  ["%%svc_presto a\nselect 1\n", "              \n        \n"],
  ["const s = '%svc_tables'", "const s = '%svc_tables'"],
])("%j", (cell, blanked) => {
  expect(blankMagics(cell, findMagics(cell))).toBe(blanked);
  expect(blanked).toHaveLength(cell.length);
});
