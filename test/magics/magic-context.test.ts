import { expect, test } from "@jest/globals";
import { MagicContext } from "../../src/magics/magic-context.ts";

test("the default connection is created once, and can be set", () => {
  const context = new MagicContext();
  const connection = context.connect();
  expect(context.connect()).toBe(connection);
  context.connection = null;
  expect(context.connect()).not.toBe(connection);
});

test("the kernel is notified of each change of the database", () => {
  const context = new MagicContext();
  const reported: (string | null)[] = [];
  context.onDatabase = (database) => reported.push(database);
  context.database = "web";
  context.database = null;
  expect([reported, context.database]).toEqual([["web", null], null]);
});
