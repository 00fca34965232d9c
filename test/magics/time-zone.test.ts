import { expect, test } from "vitest";
import { checkTimeZone } from "../../src/magics/time-zone.ts";

test.each([
  ["Asia/Tokyo", "Asia/Tokyo"],
  ["asia/tokyo", "Asia/Tokyo"],
  ["UTC", "UTC"],
  ["JST", "Asia/Tokyo"],
  ["America/Argentina/Buenos_Aires", expect.stringContaining("Buenos_Aires")],
])("%s", (name, zone) => {
  expect(checkTimeZone(name)).toEqual(zone);
});

test.each([
  [
    "BST",
    "BST is an abbreviation that may mean Europe/London or Asia/Dhaka or Pacific/Bougainville; write the zone's name",
  ],
  ["Tokyo", "no time zone is called 'Tokyo'; did you mean Asia/Tokyo?"],
  ["los angeles", "no time zone is called 'los angeles'; did you mean America/Los_Angeles?"],
  ["Europe/Berln", "no time zone is called 'Europe/Berln'; did you mean Europe/Berlin?"],
  ["", "no time zone is called ''; names are like Asia/Tokyo or UTC"],
  ["Moon", "no time zone is called 'Moon'; names are like Asia/Tokyo or UTC"],
])("%j is not a time zone", (name, message) => {
  expect(() => checkTimeZone(name)).toThrow(message);
});
