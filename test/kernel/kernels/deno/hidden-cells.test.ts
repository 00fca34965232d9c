import { expect, test } from "@jest/globals";
import { scopeCell } from "../../../../src/kernel/kernels/deno/hidden-cells.ts";

test("asks for identifiers only", () => {
  expect(scopeCell(["df", "größe", "1x", "a; exit()", "a.b"])).toBe(
    'await globalThis[Symbol.for("svclib")].scope([["df", () => typeof df], ["größe", () => typeof größe]]); 0',
  );
});
