import { runInNewContext } from "node:vm";
import { expect, test } from "@jest/globals";
import {
  codeBlock,
  isDisplayable,
  isPromise,
  JUPYTER_DISPLAY,
} from "../../../src/magics/display/displayable.ts";

test("a value with the method Jupyter.display, a function among them", () => {
  const display = { [JUPYTER_DISPLAY]: () => ({}) };
  expect(isDisplayable(display)).toBe(true);
  expect(isDisplayable(Object.assign(() => 1, display))).toBe(true);
  for (const other of [null, undefined, "text", {}, { [JUPYTER_DISPLAY]: {} }])
    expect(isDisplayable(other)).toBe(false);
});

test("a promise of any realm, but no other object with a method then", () => {
  expect(isPromise(Promise.resolve(1))).toBe(true);
  expect(isPromise(runInNewContext("Promise.resolve(1)"))).toBe(true);
  for (const other of [{ then: () => 1 }, null, undefined, { [Symbol.toStringTag]: "Promise" }])
    expect(isPromise(other)).toBe(false);
});

test("text as it is, escaped in HTML", () => {
  expect(codeBlock("a < b\n  c")).toEqual({
    "text/html": "<pre><code>a &lt; b\n  c</code></pre>",
    "text/plain": "a < b\n  c",
  });
});
