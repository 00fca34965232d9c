import { afterEach, expect, test } from "@jest/globals";
import { replacedHint, withOwnGlobals } from "../../../src/kernel/kernels/own-globals.ts";

const { parse } = JSON;
const { sign } = Math;
afterEach(() => {
  JSON.parse = parse;
  Math.sign = sign;
});

test("the library runs with what was there before the first cell, and cells keep theirs", () => {
  JSON.parse = () => "theirs";
  Math.sign = () => 5;
  expect(withOwnGlobals(() => [JSON.parse("1"), Math.sign(-3)])).toEqual([1, -1]);
  expect([JSON.parse("1"), Math.sign(-3)]).toEqual(["theirs", 5]);
});

test("also when the library fails", () => {
  Math.sign = () => 5;
  expect(() => withOwnGlobals(() => JSON.parse("{") as never)).toThrow(SyntaxError);
  expect(Math.sign(-3)).toBe(5);
});

test("an error says which globals cells replaced", () => {
  expect(replacedHint() ?? "").not.toContain("JSON.parse");
  JSON.parse = () => "theirs";
  Math.sign = () => 5;
  // Jest gives each test file a console of its own, so it may be among them.
  expect(replacedHint()).toMatch(
    /^cells have replaced (?:.*, )?JSON\.parse, Math\.sign, which the library needs; restore it, or restart the kernel$/,
  );
});

test("fetch and Math.random may be replaced", () => {
  const { fetch } = globalThis;
  const { random } = Math;
  const before = replacedHint();
  Object.assign(globalThis, { fetch: () => null });
  Math.random = () => 4;
  expect(replacedHint()).toBe(before);
  Object.assign(globalThis, { fetch });
  Math.random = random;
});
