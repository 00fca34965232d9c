import { expect, test } from "@jest/globals";
import { ambiguousZone, meaningsOf, serviceZone, zoneName } from "../../../src/dialect/time/zone-names.ts";

test.each([
  ["Europe/London", "Europe/London"],
  ["JST", "Asia/Tokyo"],
  ["PST", null],
  ["BST", null],
  ["CEST", null],
])("%s is the zone %s", (name, zone) => expect(zoneName(name)).toBe(zone));

test.each([
  ["JST", "Asia/Tokyo"],
  ["PDT", "America/Los_Angeles"],
  ["CEST", "Europe/Paris"],
  ["aest", "Australia/Sydney"],
  ["BST", null],
  ["IST", null],
  ["Asia/Tokyo", null],
])("the service's functions take %s for %s", (name, zone) => expect(serviceZone(name)).toBe(zone));

test("an abbreviation that is refused is explained", () => {
  expect(meaningsOf("bst")).toEqual(["Europe/London", "Asia/Dhaka", "Pacific/Bougainville"]);
  expect(ambiguousZone("2024-01-01 CEST")).toBe(
    "CEST is an abbreviation that may mean Europe/Paris; write the zone's name, or an offset such as +01:00",
  );
});
