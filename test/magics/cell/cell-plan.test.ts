import { expect, test } from "vitest";
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
