import { expect, test } from "@jest/globals";
import { LocalNames } from "../../../src/magics/cell/local-names.ts";

test("a name that the notebook has gets underscores until it has none of its names", () => {
  const names = new LocalNames(new Set(["engine", "engine_"]));
  expect(["engine", "table"].map((name) => names.of(name))).toEqual(["engine__", "table"]);
});

test("what is used of the library is imported once, in order", () => {
  const names = new LocalNames(new Set(["connect"]));
  expect(names.core("read_svc_query")).toBe("read_svc_query");
  expect(names.core("connect")).toBe("connect_");
  names.core("read_svc_query");
  names.magic("pivot");
  expect([[...names.fromCore], [...names.fromMagics]]).toEqual([["read_svc_query", "connect"], ["pivot"]]);
});

test("a copy imports more without its original", () => {
  const names = new LocalNames(new Set(), ["connect"]);
  const copy = names.copy();
  copy.core("sql");
  expect([[...names.fromCore], [...copy.fromCore]]).toEqual([["connect"], ["connect", "sql"]]);
});
