import { expect, test } from "@jest/globals";
import { edited } from "../../../../src/magics/cell/source/edited.ts";
import { readSource } from "../../../../src/magics/cell/source/source.ts";
import { rewriteImports } from "../../../../src/kernel/kernels/deno/rewrite-imports.ts";

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
