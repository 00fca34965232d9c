import { expect, test } from "@jest/globals";
import { checkTimeZone } from "../../src/magics/time-zone.ts";

test.each([
  ["Asia/Tokyo", "Asia/Tokyo"],
  ["asia/tokyo", "Asia/Tokyo"],
  ["UTC", "UTC"],
  ["JST", "Asia/Tokyo"],
  ["z", "UTC"],
  ["+09:00", "+09:00"],
  ["-0330", "-03:30"],
  ["+05", "+05:00"],
  ["America/Argentina/Buenos_Aires", expect.stringContaining("Buenos_Aires")],
])("%s", (name, zone) => {
  expect(checkTimeZone(name)).toEqual(zone);
});

test.each([
  [
    "BST",
    "BST is an abbreviation that may mean Europe/London or Asia/Dhaka or Pacific/Bougainville; write the zone's name, or an offset such as +01:00",
  ],
  ["Tokyo", "no time zone is called 'Tokyo'; did you mean Asia/Tokyo?"],
  ["los angeles", "no time zone is called 'los angeles'; did you mean America/Los_Angeles?"],
  ["Europe/Berln", "no time zone is called 'Europe/Berln'; did you mean Europe/Berlin?"],
  ["", "no time zone is called ''; names are like Asia/Tokyo or UTC"],
  ["+24:00", "no time zone is called '+24:00'; names are like Asia/Tokyo or UTC"],
  ["Moon", "no time zone is called 'Moon'; names are like Asia/Tokyo or UTC"],
])("%j is not a time zone", (name, message) => {
  expect(() => checkTimeZone(name)).toThrow(message);
});
