import { expect, test } from "@jest/globals";
import { SqlError } from "../../src/dialect/sql-error.ts";
import { translateQuery } from "./translate-query.ts";

test("a message keeps its beginning and its reason, and leaves out the middle of a long text", async () => {
  const pattern = `(?=${"a".repeat(100_000)}`;
  const error = (await translateQuery(`select regexp_like(name, '${pattern}') from t`).catch(
    (error: unknown) => error,
  )) as SqlError;
  expect(error).toBeInstanceOf(SqlError);
  expect(error.message).toMatch(/^line 1:8: unsupported regular expression '\(\?=aaa/);
  expect(error.message).toMatch(/a … a+': it has more than 10000 characters/);
  expect(error.message.length).toBeLessThan(800);
});

test("a message that is cut within a character stays valid text", () => {
  const { message } = new SqlError("SYNTAX_ERROR", `x${"😀".repeat(2000)}`);
  expect(Buffer.from(message).toString()).toBe(message);
});
