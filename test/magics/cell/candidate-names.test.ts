import { expect, test } from "@jest/globals";
import { candidateNames } from "../../../src/magics/cell/candidate-names.ts";
import { findMagics } from "../../../src/magics/cell/find-magics.ts";

test.each([
  ["select {a}", []],
  ["%%svc_presto {db} -c con -o df\nselect {a}, {b:raw}, '{a}'", ["a", "b", "db", "con", "df"]],
  ['%%svc_hive a\nselect "it\'s {x}", {y}', ["x", "y"]],
  ["x = %svc_job {id}\n%svc_tables {p}", ["id", "x", "p"]],
  ["%%svc_presto a --bogus\nselect {a}", ["a"]],
  ["%svc_tables?", []],
  ["%nothing {a}", []],
])("%j", (cell, names) => {
  expect(candidateNames(findMagics(cell))).toEqual(names);
});
