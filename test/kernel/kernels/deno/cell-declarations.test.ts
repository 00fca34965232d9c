import { expect, test } from "@jest/globals";
import { CellDeclarations } from "../../../../src/kernel/kernels/deno/cell-declarations.ts";
import { edited } from "../../../../src/magics/cell/source/edited.ts";
import { readSource } from "../../../../src/magics/cell/source/source.ts";

test("const after let is let, and export is left out, in the same columns", () => {
  const declarations = new CellDeclarations();
  const rewritten = (code: string): string => {
    const source = readSource(code);
    const edits = declarations.rewrite(source);
    declarations.note(source);
    return edited(code, edits);
  };
  expect(rewritten("let n = 1; const m = 2")).toBe("let n = 1; const m = 2");
  expect(rewritten("const n = 3\nconst m = 4")).toBe("let   n = 3\nconst m = 4");
  expect(rewritten("export const n = 5; export function f() {}")).toBe(
    "       let   n = 5;        function f() {}",
  );
  expect(rewritten("export default 1; { const n = 1 }")).toBe("export default 1; { const n = 1 }");
});
