import { expect, test } from "@jest/globals";
import { translateQuery } from "../../translate-query.ts";

test("each factor of a long product of decimals in Hive makes the SQL longer by as much", async () => {
  const length = async (factors: number): Promise<number> => {
    const product = Array<string>(factors).fill("p").join(" * ");
    const { sql } = await translateQuery(
      `select ${product} from (select cast(price as decimal(10,2)) p from t) u`,
      "hive",
    );
    return sql.length;
  };
  const [eight, twelve, sixteen] = [await length(8), await length(12), await length(16)];
  expect(sixteen - twelve).toBeLessThan(1.1 * (twelve - eight));
});
