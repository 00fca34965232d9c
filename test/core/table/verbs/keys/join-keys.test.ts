import { expect, test } from "@jest/globals";
import { keySides, sharedKeys } from "../../../../../src/core/table/verbs/keys/join-keys.ts";
import { tableOf } from "../../table-of.ts";

const trips = tableOf({ city: ["Oslo", "Rome", null], n: [1, 2, 3] });
const places = tableOf({ city: ["Oslo", null], code: ["OSL", "?"], n: [1n, 2n] });

test.each<[string, unknown, unknown]>([
  ["no key: the columns of both", undefined, [["city", "n"], ["city", "n"]]],
  ["one name", "city", [["city"], ["city"]]],
  ["a name of each", ["city", "code"], [["city"], ["code"]]],
  ["names of each", [["city", "n"], ["code", "n"]], [["city", "n"], ["code", "n"]]],
  ["a criterion", () => true, null],
])("the keys of %s", (_, on, sides) => {
  expect(keySides(trips, places, on)).toEqual(sides);
}); // prettier-ignore

test("keys are shared where both tables have them under one name", () => {
  expect(sharedKeys([["city", "n"], ["city", "code"]])).toEqual(["city"]); // prettier-ignore
});

test("keys are equal by value, and null matches nothing", () => {
  expect(trips.join(places, "n").objects()).toEqual([
    { city_1: "Oslo", n: 1, city_2: "Oslo", code: "OSL" },
    { city_1: "Rome", n: 2, city_2: null, code: "?" },
  ]);
  expect(trips.join(places, "city").array("code")).toEqual(["OSL"]);
  expect(trips.join_full(places, "city").array("city")).toEqual(["Oslo", "Rome", undefined, null]);
  expect(trips.antijoin(places, "n").array("n")).toEqual([3]);
});

test("decimals that are texts are equal whatever their scale", () => {
  const own = tableOf({ price: ["12345678901234567.5"] }, { types: { price: "decimal(20,1)" } });
  const other = tableOf({ price: ["12345678901234567.50"] }, { types: { price: "decimal(20,2)" } });
  expect(own.semijoin(other, "price").numRows()).toBe(1);
});

test("keys of two kinds are refused", () => {
  expect(() => trips.join(tableOf({ n: ["1"] }), "n")).toThrow(
    'join: "n": a number in one table and a text in the other are never equal; make them one kind: derive({ n: (d) => +d["n"] })',
  );
});
