import { expect, test } from "@jest/globals";
import { CellPlan } from "../../../src/magics/cell/cell-plan.ts";

test.each([
  ["%svc_databases", true],
  ['import { connect } from "svclib/pandas_td";', true],
  ["await read_svc(sql, engine)", true],
  ['await to_svc(table, "mine.highs", client)', true],
  ["await svc_jobs({ mine: true })", true],
  ["1 + 1", false],
])("%j uses the service: %j", (code, uses) => {
  expect(new CellPlan(code).usesService).toBe(uses);
});

test.each([
  ["a\n%svc_tables x\nb", "a\n             \nb"],
  ["let x = %svc_job 12\nx", "let x = 0 as any   \nx"],
  ["%svc_job \\\n 12\nx", "          \n   \nx"],
  ["%%svc_presto a\nselect 1\n", "              \n        \n"],
  ["const s = '%svc_tables'", "const s = '%svc_tables'"],
])("%j without its magics", (cell, blanked) => {
  expect(new CellPlan(cell).typescript).toBe(blanked);
  expect(blanked).toHaveLength(cell.length);
});
