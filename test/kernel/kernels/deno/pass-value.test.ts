import { expect, test } from "vitest";
import { passValue } from "../../../../src/kernel/kernels/deno/pass-value.ts";

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
])("the value of %j is passed", (code, expected) => {
  expect(passValue(code)).toBe(expected);
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
  "if (x) f()\nelse\ng()",
  "for (const a of b) { a }",
  "{ 1n }",
  "({ a: 1 }",
  "a) (b",
  "a)) + ((b",
  "await using a = b",
  "a => a",
  "declare module 'a'",
  "export default\na",
  "f()\nx = 1n",
  "f()\nconst a = 1",
  "f()\nwhile (x) g()",
  "x++\ny",
  "x!\ny",
  "let a: A<B>\nc",
  "f()\ntype A = B",
  "f()\n++x",
  "f()\nlabel: g()",
  "f()\nif (x) g()",
  "let\nx = 5n",
  "await",
  "new",
  "const x = 1\nnew A()",
  "const a = b ?\n  c :\n  d",
])("%j stays as it is", (code) => {
  expect(passValue(code)).toBe(code);
});
