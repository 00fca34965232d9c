import { expect, test } from "@jest/globals";
import typescript from "typescript";
import { commonJs } from "../../../../../src/kernel/kernels/tslab/compiler/common-js.ts";

const INPUT: typescript.TranspileOptions = {
  fileName: "module.js",
  compilerOptions: {
    module: typescript.ModuleKind.CommonJS,
    esModuleInterop: true,
    target: typescript.ScriptTarget.ES2022,
    newLine: typescript.NewLineKind.LineFeed,
  },
};

test.each<[string, string]>([
  ["nothing", ""],
  ["a value", "export const tsLastExpr = 1;\n"],
  ["an import that is used", 'import * as fs from "fs";\nfs.readFileSync("x");\nexport { fs };\n'],
  ["imports that are not used", 'import a, { b as c } from "a";\nimport "side";\nexport {};\n'],
  ["named and default ones", 'import a, { b as c } from "a";\nexport const n = [a, c, a.b(c)];\n'],
  [
    "exports of all kinds",
    'export * from "a";\nexport { default as d } from "b";\nexport default class {}\n',
  ],
  [
    "names that are written to",
    "export let n = 0;\nn++;\n({ n } = { n: 2 });\nexport function f() { n = 3; }\n",
  ],
  ["dynamic imports", 'export const m = await import("a");\n'],
  [
    "classes",
    "export class A { #x = 1; static { this.y = 2; } get z() { return this.#x; } async *[Symbol.iterator]() {} }\n",
  ],
  [
    "names of globals",
    "export const r = [Array.from(arguments ?? []), new Map(), Object, String, RegExp, Function];\n",
  ],
  ["what is no JavaScript", "let a: number = 1;\nexport { a };\n"],
  ["half a program", "export const a = {\n"],
  ["CommonJS", "module.exports = require('a');\n"],
  ["texts and comments", "// é→😀\r\nexport const t = `a${'b'}\n`; /* end */\n"],
  ["what ends with its block", "using a = open();\nexport const b = a.c;\n"],
  ["decorators", "export class A { @bound accessor x = 1; }\n"],
])("%s: as with TypeScript's own function", (_what, text) => {
  expect(commonJs(text)).toBe(typescript.transpileModule(text, INPUT).outputText);
});
