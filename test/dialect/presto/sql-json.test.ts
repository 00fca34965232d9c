import { expect, test } from "@jest/globals";
import { translateQuery } from "../translate-query.ts";

const lengthOf = async (members: number): Promise<number> =>
  (await translateQuery(`select json_value(name, 'lax $${".a".repeat(members)}') from t`)).sql.length;

test("the SQL of a long JSON path grows with its length", async () => {
  const [short, long] = [await lengthOf(100), await lengthOf(200)];
  expect(long).toBeLessThan(2 * short);
});
