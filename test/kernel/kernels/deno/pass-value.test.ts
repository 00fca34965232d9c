import { expect, test } from "@jest/globals";
import { edited } from "../../../../src/magics/cell/source/edited.ts";
import { readSource } from "../../../../src/magics/cell/source/source.ts";
import { passValue } from "../../../../src/kernel/kernels/deno/pass-value.ts";

const passing = (code: string): string => edited(code, passValue(readSource(code)));
const passed = (code: string) => `${code} instanceof globalThis[Symbol.for("svclib")].passed`;

test.each([
  ["10n", passed("10n")],
  ["-0;", `${passed("-0")};`],
  ["const a = 1; a / 0 // never", `const a = 1; ${passed("a / 0")} // never`],
  ["const a = [\n  1]\na[0] / 0", `const a = [\n  1]\n${passed("a[0] / 0")}`],
  ["await df\n  .get('n', 0)\n", `${passed("await df\n  .get('n', 0)")}\n`],
  ["await new A(() => 1)", passed("await new A(() => 1)")],
  ["if (x)\n  y(0n)", `if (x)\n  ${passed("y(0n)")}`],
  ["f(1)\ny.z!", `f(1)\n${passed("y.z!")}`],
  ["function f() {}\nx = 1, 2n", `function f() {}\n;${passed("(x = 1, 2n)")}`],
  ["f();\na ?? b", `f();\n${passed("(a ?? b)")}`],
  ["f(1) as number", passed("(f(1) as number)")],
  ["a\n? b\n: c", passed("(a\n? b\n: c)")],
  ["a.type\nb", `a.type\n${passed("b")}`],
  ["const a = 1\n// none\na / 0", `const a = 1\n// none\n${passed("a / 0")}`],
  ["(1n)", passed("(1n)")],
  ["n! / 2n", passed("n! / 2n")],
  ["<bigint>n", passed("<bigint>n")],
  ['m.get("a")! / z', passed('m.get("a")! / z')],
  ["rows[0]!.price! / 0", passed("rows[0]!.price! / 0")],
  ["/x/.test('x') ? 1n : 2n", passed("(/x/.test('x') ? 1n : 2n)")],
  ["if (x) f()\nelse\ng()", `if (x) ${passed("f()")}\nelse\n${passed("g()")}`],
  ["a => a", passed("(a => a)")],
  ["f()\nx = 1n", `f()\n${passed(";(x = 1n)")}`],
  ["f()\nconst a = 1", `${passed("f()")}\nconst a = 1`],
  ["f()\ntype A = B", `${passed("f()")}\ntype A = B`],
  ["x++\ny", `x++\n${passed("y")}`],
  ["x!\ny", `x!\n${passed("y")}`],
  ["let a: A<B>\nc", `let a: A<B>\n${passed("c")}`],
  ["f()\n++x", `f()\n${passed("++x")}`],
  ["f()\nif (x) g() ?? 1", `f()\nif (x) ${passed("(g() ?? 1)")}`],
  ["const x = 1\nnew A()", `const x = 1\n${passed("new A()")}`],
  ["a <= b", passed("a <= b")],
  ["a, b", passed("(a, b)")],
])("the value of %j is passed", (code, expected) => {
  expect(passing(code)).toBe(expected);
});

test.each([
  "",
  ";",
  "const a = 1n",
  "let a,\n  b",
  "label: for (;;) break label",
  "import a\nfrom 'b'",
  "export { a }\nfrom 'b'",
  "type A = keyof\n  B",
  "type A = B",
  "interface A\n{ b: C }",
  "class A\nextends B {}",
  "class A {}",
  "async function f() {}",
  "do f()\nwhile (x)",
  "try { f() }\nfinally { g() }",
  "for (const a of b) { a }",
  "{ 1n }",
  "({ a: 1 }",
  "a) (b",
  "a)) + ((b",
  "await using a = b",
  "declare module 'a'",
  "export default\na",
  "f()\nwhile (x) g()",
  "f()\nlabel: g()",
  "let\nx = 5n",
  "await",
  "new",
  "const a = b ?\n  c :\n  d",
])("%j stays as it is", (code) => {
  expect(passing(code)).toBe(code);
});
