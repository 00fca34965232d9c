import { expect, test } from "@jest/globals";
import { translateQuery } from "../../translate-query.ts";

const valueOf = async (expression: string): Promise<string> => {
  const { sql } = await translateQuery(
    `select ${expression} from (values (smallint '1', bigint '2')) t(s, b)`,
  );
  return /^SELECT (.*?) FROM /.exec(sql)![1]!.replace(/\w+\."c\d+·(\w+)"/g, "$1");
};

test("integers are averaged as they are, in 64 bits", async () => {
  expect(await valueOf("avg(s)")).toBe("avg(s)");
  expect(await valueOf("avg(b)")).toBe("avg(b)");
});

test("deviations of integers are not looked at for NaN", async () => {
  expect(await valueOf("stddev(s)")).toBe("stddev_samp(CAST(CAST(s AS BIGINT) AS DOUBLE))");
  expect(await valueOf("var_pop(b)")).toBe("var_pop(CAST(b AS DOUBLE))");
});
