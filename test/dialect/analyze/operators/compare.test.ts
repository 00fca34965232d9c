import { expect, test } from "@jest/globals";
import { translateQuery } from "../../translate-query.ts";

const where = async (condition: string): Promise<string> =>
  /WHERE (.*)$/.exec((await translateQuery(`select id from t where ${condition}`)).sql)![1]!;

test("an integer column is compared with a literal without a cast", async () => {
  expect(await where("id > 5")).toBe('(t1."id" > 5)');
});

test("NaN is not greater than a number; the literal is cast, not the column", async () => {
  expect(await where("price < 5")).toBe(`(t1."price" < CAST(5 AS DOUBLE))`);
  expect(await where("price > 5")).toBe(`(t1."price" > CAST(5 AS DOUBLE) AND NOT isnan(t1."price"))`);
});

test.each([
  ["id = 'a'", "cannot apply operator: bigint = varchar(1)"],
  ["name > 1", "cannot apply operator: varchar > integer"],
  ["id between 'a' and 'b'", "cannot apply operator: bigint BETWEEN varchar(1) AND varchar(1)"],
  ["name", "WHERE clause must evaluate to a boolean"],
])("%s is a mismatch", async (condition, message) => {
  await expect(where(condition)).rejects.toMatchObject({
    kind: "TYPE_MISMATCH",
    message: expect.stringContaining(message) as unknown as string,
  });
});
