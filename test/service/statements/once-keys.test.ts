import { expect, test } from "@jest/globals";
import { OnceKeys } from "../../../src/service/statements/once-keys.ts";

test("a key belongs to its user and its statement", () => {
  const keys = new OnceKeys();
  const sent = { userName: "ada", key: "k1", sql: "insert into t values (1)" };
  keys.add(sent, "s1");
  expect(keys.idOf({ ...sent })).toBe("s1");
  expect(keys.idOf({ ...sent, userName: "bob" })).toBeUndefined();
  expect(keys.idOf({ ...sent, sql: "insert into t values (2)" })).toBeUndefined();
  expect(keys.idOf({ ...sent, key: "k2" })).toBeUndefined();
});
