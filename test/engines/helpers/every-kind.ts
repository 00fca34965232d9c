import { table } from "arquero";

/** A frame with values of every kind, and a null of each. */
export const EVERY_KIND = table({
  id: [1, 9007199254740993n, null],
  name: ["it's", "\u00e9\n\ttab \u{1f600}", null],
  score: [1.5, 1e300, null],
  good: [true, null, false],
  tags: [["a", "b"], [], null],
  counts: [[1n, null], [9007199254740993n], null],
  time: [1700000000, 1700000001, 1700000002],
});

/** The rows that a hive job reads, ordered by `time`. @param one - The 1 in an array: `1n` if the server reports element types. */
export function everyKindRows(one: number | bigint): Record<string, unknown>[] {
  return [
    {
      id: 1n,
      name: "it's",
      score: 1.5,
      good: true,
      tags: ["a", "b"],
      counts: [one, null],
      time: 1700000000,
    },
    {
      id: 9007199254740993n,
      name: "\u00e9\n\ttab \u{1f600}",
      score: 1e300,
      good: null,
      tags: [],
      counts: [9007199254740993n],
      time: 1700000001,
    },
    { id: null, name: null, score: null, good: false, tags: null, counts: null, time: 1700000002 },
  ];
}
