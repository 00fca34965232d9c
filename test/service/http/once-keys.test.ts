import { expect, test } from "@jest/globals";
import { OnceKeys } from "../../../src/service/http/once-keys.ts";

test("a key belongs to its user and its statement", () => {
  const keys = new OnceKeys<string>();
  keys.set(["ada", "k1", "insert into t values (1)"], "s1");
  expect(keys.get(["ada", "k1", "insert into t values (1)"])).toBe("s1");
  expect(keys.get(["bob", "k1", "insert into t values (1)"])).toBeUndefined();
  expect(keys.get(["ada", "k1", "insert into t values (2)"])).toBeUndefined();
  expect(keys.get(["ada", "k2", "insert into t values (1)"])).toBeUndefined();
});

test("of more than ten thousand keys the oldest is forgotten", () => {
  const keys = new OnceKeys<number>();
  for (let i = 0; i <= 10_000; i++) keys.set([`k${i}`], i);
  expect([keys.get(["k0"]), keys.get(["k1"]), keys.get(["k10000"])]).toEqual([undefined, 1, 10_000]);
});
