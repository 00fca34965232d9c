import { expect, test } from "@jest/globals";
import { readSource } from "../../../../src/magics/cell/source/source.ts";
import { checkGlobals } from "../../../../src/kernel/kernels/deno/check-globals.ts";

test.each([
  ["const performance = [1];", "performance"],
  ["let a = 1;\nlet process = 'p';", "process"],
  ["class Map {}", "Map"],
  ["function Date() {}", "Date"],
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
])("%j runs", (code) => {
  expect(() => checkGlobals(readSource(code))).not.toThrow();
});
