import { expect, test } from "@jest/globals";
import { boundCell } from "../../../../src/kernel/kernels/deno/hidden-cells.ts";

test("names are passed as JSON strings", () => {
  expect(boundCell(["df", "a; exit()"])).toBe(
    'await globalThis[Symbol.for("svclib")].bound(["df","a; exit()"]); 0',
  );
});
