import { expect, test } from "@jest/globals";
import { scopeCell } from "../../../../src/kernel/kernels/deno/scope-cell.ts";

test("asks for identifiers only", () => {
  expect(scopeCell(["df", "größe", "1x", "a; exit()", "a.b"])).toBe(
    'globalThis[Symbol.for("svclib.scope")]([["df", () => typeof df], ["größe", () => typeof größe]])',
  );
});
