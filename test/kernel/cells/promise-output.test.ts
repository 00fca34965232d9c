import { expect, test } from "@jest/globals";
import { showsPromise, withoutRejection } from "../../../src/kernel/cells/promise-output.ts";
import type { Message } from "../../../src/kernel/wire/message.ts";

const message = (content: object): Message =>
  ({ content, withContent: (shorter: object) => message(shorter) }) as unknown as Message;

test.each([
  ["Promise { <pending> }", true],
  ["Promise {\n  <rejected> Error: no key\n      at cell.ts:1\n}", true],
  ["Promise { 7 }", false],
  ["7", false],
])("%j is a promise: %s", (text, expected) => {
  expect(showsPromise({ text })).toBe(expected);
});

test("a rejected promise is shown with the first line of its error", () => {
  const text = "Promise {\n  <rejected> Error: no key\n      at cell.ts:1\n}\n";
  expect(withoutRejection(message({ name: "stdout", text })).content).toEqual({
    name: "stdout",
    text: "Promise { <rejected> Error: no key }\n",
  });
  expect(withoutRejection(message({ data: { "text/plain": text } })).content).toEqual({
    data: { "text/plain": "Promise { <rejected> Error: no key }\n" },
  });
});
