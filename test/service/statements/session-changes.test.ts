import { expect, test } from "@jest/globals";
import { Transactions } from "../../../src/service/statements/session-changes.ts";

test("a user's many transactions end only that user's", () => {
  const transactions = new Transactions(() => 0);
  const other = transactions.start("other");
  const ids = Array.from({ length: 10_000 }, () => transactions.start("guest"));
  expect(transactions.use(other, "other").id).toBe(other);
  expect(transactions.use(ids.at(-100)!, "guest").id).toBe(ids.at(-100));
  expect(() => transactions.use(ids.at(-101)!, "guest")).toThrow("Unknown transaction ID");
});
