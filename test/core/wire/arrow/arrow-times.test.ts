import { expect, test } from "@jest/globals";
import { arrowTimes, timeArray } from "../../../../src/core/wire/arrow/arrow-times.ts";
import { parseServiceType } from "../../../../src/core/wire/service-type.ts";

/** Days, or microseconds, of texts of a type; null where null, and a list with the text that was refused. */
function read(type: string, ...texts: readonly (string | null)[]): unknown {
  const parts = texts.map((text) => Buffer.from(text ?? ""));
  const ends = parts.map((_, i) => Buffer.concat(parts.slice(0, i + 1)).length);
  const nulls = Uint8Array.from(texts, (text) => Number(text === null));
  const list = {
    kind: "utf8",
    bytes: Buffer.concat(parts),
    offsets: Uint32Array.of(0, ...ends),
    nulls,
  } as const;
  const arrow = arrowTimes(parseServiceType(type));
  if (arrow === null) return "text";
  try {
    const values = timeArray(list, arrow, (text) => {
      throw new Error(`refused ${text}`);
    });
    return Array.from<number | bigint, unknown>(values, (value, row) => (nulls[row] === 1 ? null : value));
  } catch (error) {
    return (error as Error).message;
  }
}

test("days of dates, before 1970 and in years of five digits too", () => {
  expect(read("date", "1970-01-01", null, "1969-12-31", "2024-02-29", "0001-01-01", "+10000-01-01")).toEqual([
    0,
    null,
    -1,
    19_782,
    -719_162,
    2_932_897,
  ]);
});

test("microseconds of timestamps, exact beyond 2^53", () => {
  expect(
    read(
      "timestamp",
      "1970-01-01 00:00:00.001",
      "1969-12-31 23:59:59.999999",
      "2024-05-06",
      "9999-12-31 00:00:00",
    ),
  ).toEqual([1000n, -1n, 1_714_953_600_000_000n, 253_402_214_400_000_000n]);
});

test("microseconds of times of the day", () => {
  expect(read("time", "00:00:00", "23:59:59.5", "01:02:03.000004")).toEqual([
    0n,
    86_399_500_000n,
    3_723_000_004n,
  ]);
});

test("neighbours with the same beginning are not the same date", () => {
  expect(read("date", "2024-01-02", "2024-01-02", "2024-01-03")).toEqual([19_724, 19_724, 19_725]);
  expect(read("timestamp", "2024-01-02 00:00:00", "2024-01-02 00:00:01")).toEqual([
    1_704_153_600_000_000n,
    1_704_153_601_000_000n,
  ]);
});

test("digits behind the microseconds have to be zeros", () => {
  expect(read("timestamp", "1970-01-01 00:00:00.0000010000")).toEqual([1n]);
  expect(read("timestamp", "1970-01-01 00:00:00.0000010001")).toBe("refused 1970-01-01 00:00:00.0000010001");
});

test.each([
  "2024-13-01",
  "2024-00-01",
  "2024-01-32",
  "2023-02-29",
  "2024-04-31",
  "2024-1-1",
  "24-01-01",
  "",
  "2024-01-01x",
])("%j is no date", (text) => {
  expect(read("date", "2024-01-01", text)).toBe(`refused ${text}`);
});

test.each(["24:00:00", "12:60:00", "12:00:60", "12:00", "12:00:00.", "1:00:00"])("%j is no time", (text) => {
  expect(read("time", text)).toBe(`refused ${text}`);
});

test.each(["timestamp(9)", "timestamp(3) with time zone", "time(12)", "varchar"])("%s stays text", (type) => {
  expect(read(type, "x")).toBe("text");
});
