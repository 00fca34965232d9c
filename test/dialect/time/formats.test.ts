import { expect, test } from "@jest/globals";
import type { Dialect } from "../../../src/dialect/dialect.ts";
import { translateQuery } from "../translate-query.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];

/** How a statement is refused; null if it is not. */
async function refusal(sql: string, dialect: Dialect): Promise<string | null> {
  try {
    await translateQuery(sql, dialect);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test.each([
  ["presto", "format_datetime(timestamp '2024-01-05 06:07:08', '@')", "a d D e E G h H k K m M s S w x y Y z Z"],
  ["presto", "parse_datetime('01 2024', 'dd @')", "a d D E h H m M s S y Y Z"],
  ["hive", "date_format('2024-01-05', '@')", "a d D E F G h H k K m M Q s S u w W X y Y z Z"],
  ["hive", "unix_timestamp('01 2024', 'dd @')", "a d D E h H m M s S X y Z"],
] as const)("%s: %s takes the letters that its refusal names", async (dialect, call, letters) => {
  const sql = (letter: string): string => `select ${call.replace("@", letter)}`;
  const taken: string[] = [];
  for (const letter of LETTERS) {
    const message = await refusal(sql(letter), dialect);
    if (message === null) taken.push(letter);
    else {
      expect(message).toContain(`'${letter}' in the time pattern `);
      expect(message).toContain(` are ${letters}, and other words stand between ' and '`);
    }
  }
  expect(taken.sort().join()).toBe(letters.split(" ").sort().join());
}); // prettier-ignore

test.each([
  ["%V", "%V not supported in date format string; write %v for the week, which begins on Monday"],
  ["%Y-%u", "%u not supported in date format string; write %v for the week, which begins on Monday"],
  ["%X", "%X not supported in date format string; write %x for the year of the weeks of %v"],
  ["%w", "%w not supported in date format string; write %W or %a for the name of the day"],
  ["%D", "%D not supported in date format string; write %e or %d for the day of the month"],
])("date_format and date_parse refuse %s", async (format, message) => {
  for (const call of [`date_format(timestamp '2024-01-05 06:07:08', '${format}')`, `date_parse('x', '${format}')`])
    expect(await refusal(`select ${call}`, "presto")).toContain(message);
}); // prettier-ignore
