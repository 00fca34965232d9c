import { expect, test } from "vitest";
import { PagedStatement } from "../../../src/service/statements/paged-statement.ts";

test("a statement that changes rows has the same columns on every page", async () => {
  const statement = new PagedStatement(
    { id: "1", nowMs: 0, userName: "analyst", form: { presto: false, parametricTimes: true } },
    () => ({ signal: new AbortController().signal }) as never,
  );
  const page = { rowCount: 0, bytes: Buffer.of() };
  const seen: unknown[] = [];
  const pages = {
    async *[Symbol.asyncIterator]() {
      seen.push(statement.columns);
      yield await Promise.resolve(page);
    },
  };
  await statement.read({ columns: [], updateType: "INSERT", updateCount: 3, pages });
  seen.push(statement.columns);
  expect(seen).toEqual([[{ name: "rows", type: "bigint" }], [{ name: "rows", type: "bigint" }]]);
});
