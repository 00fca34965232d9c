/** Texts with what TD_TIME_PARSE makes of them in the zone JST, as in the embedded engine. */
export const TIME_TEXTS: readonly (readonly [string, bigint | null])[] = [
  ["", null],
  ["abc", null],
  ["2020-01-01", 1577804400n],
  ["2020-01-01 10:00", 1577840400n],
  ["2020-01-01 10:00:00.7", 1577840400n],
  ["2020-01-01T10:00:00Z", 1577872800n],
  ["2020-01-01 11:00:00 +10:00", 1577840400n],
  ["2020-01-01 10:00:00 UTC", 1577872800n],
];
