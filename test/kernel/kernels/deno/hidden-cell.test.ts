import { expect, test } from "@jest/globals";
import { hiddenCell } from "../../../../src/kernel/kernels/deno/hidden-cell.ts";

test("a hidden cell calls a function of the boot module", () => {
  expect(hiddenCell("bound", JSON.stringify(["df", "a; exit()"]))).toBe(
    'await globalThis[Symbol.for("svclib")].bound(["df","a; exit()"]); 0',
  );
});
