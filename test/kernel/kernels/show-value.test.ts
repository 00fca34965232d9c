import { expect, test } from "@jest/globals";
import { showValue } from "../../../src/kernel/kernels/show-value.ts";

const none = (): never => {
  throw new Error("no table is shown");
};
const DISPLAY = Symbol.for("Jupyter.display");

test("calls the value's display method, and awaits its result", async () => {
  expect(await showValue({ [DISPLAY]: () => ({ "text/plain": "x" }) }, none)).toEqual({ "text/plain": "x" });
  expect(await showValue({ [DISPLAY]: () => Promise.resolve({ "text/html": "y" }) }, none)).toEqual({
    "text/html": "y",
  });
  const shown = {
    text: "z",
    [DISPLAY](this: { text: string }) {
      return { "text/plain": this.text };
    },
  };
  expect(await showValue(shown, none)).toEqual({ "text/plain": "z" });
});

test.each([[null], [undefined], [1], ["text"], [{}], [{ [DISPLAY]: 3 }], [{ [DISPLAY]: () => null }]])(
  "%p has no display method",
  async (value) => {
    expect(await showValue(value, none)).toBeNull();
  },
);
