import { expect, test } from "@jest/globals";
import { translateQuery } from "../../translate-query.ts";

test.each([
  "1 + date '2020-01-01'",
  "1 - date '2020-01-01'",
  "date '2020-01-01' - 1",
  "date '2020-01-01' * 2",
  "date '2020-01-01' + date '2020-01-01'",
  "date '2020-01-01' * interval '1' day",
  "interval '1' day - date '2020-01-01'",
  "interval '1' day + interval '1' month",
  "interval '1' day * interval '1' day",
  "interval '1' day / interval '1' day",
  "2 / interval '1' day",
  "interval '1' day % 2",
  "time '10:00' - date '2020-01-01'",
  "'2020-01-01' + interval '1' day",
])("%s is a mismatch", async (expression) => {
  await expect(translateQuery(`select ${expression}`)).rejects.toMatchObject({ kind: "TYPE_MISMATCH" });
});

test.each(["date '2020-01-01' * 1", "timestamp '2020-01-01 00:00:00' + 1", "1 + date '2020-01-01'"])(
  "%s is a mismatch in Hive too",
  async (expression) => {
    await expect(translateQuery(`select ${expression}`, "hive")).rejects.toMatchObject({
      kind: "TYPE_MISMATCH",
    });
  },
);
