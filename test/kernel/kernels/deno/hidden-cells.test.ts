import { expect, test } from "@jest/globals";
import { scopeCell } from "../../../../src/kernel/kernels/deno/hidden-cells.ts";

test("names are given as texts", () => {
  expect(scopeCell(["df", "a; exit()"])).toBe(
    'await globalThis[Symbol.for("svclib")].scope(["df","a; exit()"]); 0',
  );
});
