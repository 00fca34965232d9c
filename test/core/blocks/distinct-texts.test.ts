import { describe, expect, test } from "@jest/globals";
import { DistinctTexts } from "../../../src/core/blocks/distinct-texts.ts";
import { Random } from "../helpers/random.ts";

/** Numbers of strings stored one after the other, after one unrelated byte. */
function numbersOf(texts: readonly string[], into = new DistinctTexts()): number[] {
  into.lookInto(Buffer.from(`x${texts.join("")}`).subarray(1));
  let end = 0;
  return texts.map((text) => into.numberOf(end, (end += Buffer.byteLength(text))));
}

function listed({ list: { bytes, offsets } }: DistinctTexts): string[] {
  return Array.from(offsets.subarray(1), (end, i) => Buffer.from(bytes.subarray(offsets[i], end)).toString());
}

describe("strings are numbered in order of first occurrence", () => {
  test.each<[string, readonly string[], readonly number[]]>([
    ["one", ["a"], [0]],
    ["the same again", ["a", "a", "b", "a"], [0, 0, 1, 0]],
    ["the empty text is one", ["", "a", "", "b"], [0, 1, 0, 2]],
    ["a text and its beginning", ["abcdefgh", "abcd", "abcdefg", "abcdefgh"], [0, 1, 2, 0]],
    ["alike in four bytes, not in the fifth", ["abcde", "abcdf", "abcde"], [0, 1, 0]],
    ["zeros", ["\0", "", "\0\0", "\0"], [0, 1, 2, 0]],
    ["beyond ASCII", ["é→😀", "é→😁", "é→😀"], [0, 1, 0]],
  ])("%s", (_what, texts, numbers) => {
    const distinct = new DistinctTexts();
    expect(numbersOf(texts, distinct)).toEqual(numbers);
    expect(listed(distinct)).toEqual([...new Set(texts)]);
    expect(distinct.size).toBe(new Set(texts).size);
  });

  test("over several buffers, far beyond the initial capacity", () => {
    const random = new Random(3);
    const distinct = new DistinctTexts();
    const expected = new Map<string, number>();
    for (let stretch = 0; stretch < 20; stretch++) {
      const texts = Array.from({ length: 3000 }, () => "aé→".repeat(random.below(9)) + random.below(9000));
      const numbers = texts.map((text) => {
        if (!expected.has(text)) expected.set(text, expected.size);
        return expected.get(text);
      });
      expect(numbersOf(texts, distinct)).toEqual(numbers);
    }
    expect(listed(distinct)).toEqual([...expected.keys()]);
    expect(distinct.size).toBeGreaterThan(20_000);
  });

  test("a string longer than the initial capacity", () => {
    const distinct = new DistinctTexts();
    const long = "x".repeat(100_000);
    expect(numbersOf(["a", long, "a", long], distinct)).toEqual([0, 1, 0, 1]);
    expect(listed(distinct)).toEqual(["a", long]);
  });
});

test("counts probes past occupied slots", () => {
  const distinct = new DistinctTexts();
  numbersOf(["a", "a", "a"], distinct);
  expect(distinct.steps).toBe(0);
  numbersOf(
    Array.from({ length: 5000 }, (_, i) => `text ${i}`),
    distinct,
  );
  // Open addressing at a load of at most one half needs less than one extra probe per string.
  expect(distinct.steps).toBeGreaterThan(0);
  expect(distinct.steps).toBeLessThan(5000);
});
