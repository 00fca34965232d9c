import { expect, test } from "@jest/globals";
import { edited, exportEdits } from "../../../../src/magics/cell/source/edited.ts";
import { readSource } from "../../../../src/magics/cell/source/source.ts";

test("parts are replaced by their place, whatever the order of the edits", () => {
  const edits = [
    { start: 4, end: 6, text: "XX" },
    { start: 0, end: 1, text: "" },
    { start: 3, end: 3, text: "+" },
  ];
  expect(edited("abcdefg", edits)).toBe("bc+dXXg");
  expect(edited("abc", [])).toBe("abc");
  expect(edited("", [{ start: 0, end: 0, text: "a" }])).toBe("a");
});

test("what is put in before a part stands before its new text", () => {
  const edits = [
    { start: 1, end: 2, text: "B" },
    { start: 1, end: 1, text: "+" },
  ];
  expect(edited("abc", edits)).toBe("a+Bc");
});

test.each<[string, string]>([
  ["export const a = 1;", "       const a = 1;"],
  ["export async function f() {}", "       async function f() {}"],
  ["@d\nexport class C {}", "@d\n       class C {}"],
  ["export { a,\n b };", `${" ".repeat(11)}\n${" ".repeat(5)}`],
  ['export { a } from "m";', 'export { a } from "m";'],
  ["export default 1;", "export default 1;"],
  ["export default function f() {}", "export default function f() {}"],
  ["const a = 1; // export", "const a = 1; // export"],
])("%j without exports is %j", (code, text) => {
  const source = readSource(code);
  expect(edited(source.code, source.statements.flatMap(exportEdits))).toBe(text);
});
