import { expect, test } from "@jest/globals";
import { Attempts, type Effect, type AttemptFault } from "../../src/system/attempts.ts";
import { wholeWaits } from "../core/helpers/whole-waits.ts";

wholeWaits();

const waitsOf = (effect: Effect, faults: readonly AttemptFault[], namedMs: number | null = null) => {
  const attempts = new Attempts(effect, { firstDelayMs: 100, longestDelayMs: 400, maxCumulDelayMs: 2000 });
  return faults.map((fault) => attempts.next(fault, namedMs));
};

test.each<[Effect, AttemptFault, (number | null)[]]>([
  ["once", "refused", [100, 200, 400]],
  ["once", "lost", [null, null, null]],
  ["once", "damaged", [null, null, null]],
  ["repeatable", "lost", [100, 200, 400]],
  ["repeatable", "damaged", [null, null, null]],
  ["repeatable", "early", [null, null, null]],
  ["read", "lost", [100, 200, 400]],
  ["read", "damaged", [100, 200, null]],
  ["read", "early", [100, 200, 400]],
  ["read", "definite", [null, null, null]],
])("what is sent %s, when %s, is sent again after %j", (effect, fault, waits) => {
  expect(waitsOf(effect, [fault, fault, fault])).toEqual(waits);
});

test("each fault has a count of its own, and all share the waits", () => {
  expect(waitsOf("read", ["damaged", "lost", "damaged", "damaged", "lost"])).toEqual([
    100,
    200,
    400,
    null,
    400,
  ]);
});

test("a wait that the server names is lengthened a little, and taken only within the cap", () => {
  expect(waitsOf("once", ["refused", "refused"], 1500)).toEqual([1650, null]);
  expect(waitsOf("once", ["refused"], 0)).toEqual([110]);
  expect(waitsOf("once", ["refused"], 2001)).toEqual([null]);
});

test("the end of the last error says how often it was tried", () => {
  const attempts = new Attempts("read", { firstDelayMs: 500, longestDelayMs: 5000, maxCumulDelayMs: 1600 });
  expect(attempts.summary).toBe("");
  while (attempts.next("lost") !== null);
  expect(attempts.summary).toBe("; gave up after 3 attempts and 1.5 s of waiting");
  expect(attempts.leftMs).toBe(100);
});
