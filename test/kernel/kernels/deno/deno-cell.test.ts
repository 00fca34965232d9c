import { expect, test } from "@jest/globals";
import { readSource } from "../../../../src/magics/cell/source/source.ts";
import {
  checkGlobals,
  rewriteImports,
  passValue,
  hiddenCell,
  CellDeclarations,
} from "../../../../src/kernel/kernels/deno/deno-cell.ts";
import { edited } from "../../../../src/magics/cell/source/edited.ts";

test.each([
  ["const performance = [1];", "performance"],
  ["let a = 1;\nlet process = 'p';", "process"],
  ["class Map {}", "Map"],
  ["function Date() {}", "Date"],
  ["const first = 1, globalThis = 2;", "globalThis"],
  ["export const\n  URL = 1;", "URL"],
  ["enum Error { none }", "Error"],
])("%j hides a global", (code, name) => {
  expect(() => checkGlobals(readSource(code))).toThrow(
    `a variable called '${name}' would hide Deno's own '${name}'`,
  );
});

test.each([
  'import process from "node:process";',
  'const process = require("node:process");',
  "const { performance } = other;",
  "function f() {\n  const process = 1;\n}",
  "const text = `\nconst process = 1;\n`;",
  "const processed = 1, mapped = new Map();",
  "interface Map {}",
  "declare const process: { pid: number };",
])("%j runs", (code) => {
  expect(() => checkGlobals(readSource(code))).not.toThrow();
});

const resolve = (specifier: string): string | null => (specifier === "svclib" ? "file:///s.js" : null);

const rewritten = (code: string): string => edited(code, rewriteImports(readSource(code), resolve));

test.each([
  ['import { a } from "svclib";', 'import { a } from "file:///s.js";'],
  ["import 'svclib'", 'import "file:///s.js"'],
  ["import a, * as b from\n  'svclib'\nb", 'import a, * as b from\n  "file:///s.js"\nb'],
  ['import type { A } from "svclib"', 'import type { A } from "file:///s.js"'],
  ['export * from "svclib"', 'export * from "file:///s.js"'],
  ['const m = await import("svclib");', 'const m = await import("file:///s.js");'],
  [
    'import("svclib").then(1); import x from "other"',
    'import("file:///s.js").then(1); import x from "other"',
  ],
  ["const q = n! / 2 + '/'; import 'svclib'", "const q = n! / 2 + '/'; import \"file:///s.js\""],
  ["<p>it's</p>; import 'svclib'", '<p>it\'s</p>; import "file:///s.js"'],
])("rewrites %j", (code, expected) => {
  expect(rewritten(code)).toBe(expected);
});

test.each([
  ['const text = "svclib"'],
  ['// import "svclib"'],
  ['`import "svclib"`'],
  ["const s = 'import x from \"svclib\"'"],
  ['loader.import("svclib")'],
  ['table.from("svclib")'],
  ['f("svclib", "from")'],
  ["/import 'svclib'/.test(x)"],
  ["<p>\nimport 'svclib'</p>"],
])("leaves %j", (code) => {
  expect(rewritten(code)).toBe(code);
});

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

test("a hidden cell calls a function of the boot module", () => {
  expect(hiddenCell("bound", JSON.stringify(["df", "a; exit()"]))).toBe(
    'await globalThis[Symbol.for("svclib")].bound(["df","a; exit()"]); 0',
  );
});

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
