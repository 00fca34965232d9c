import { expect, test } from "@jest/globals";
import {
  isNamespace,
  mentionsNotebookName,
  moduleOf,
  NOTEBOOK_NAMES,
  typeOfName,
} from "../../src/magics/built-in-names.ts";
import * as ipython from "../../src/magics/ipython.ts";
import * as pandas from "../../src/core/pandas-td.ts";

test.each<[string, string | null, string]>([
  ["connect", "svclib/pandas_td", 'typeof import("svclib/pandas_td").connect'],
  ["plot", "svclib/pandas_td/ipython", 'typeof import("svclib/pandas_td/ipython").plot'],
  ["aq", "arquero", 'typeof import("arquero")'],
  ["desc", "arquero", 'typeof import("arquero").desc'],
  ["_", null, "any"],
  ["constructor", null, "any"],
])("%s of %p is %s", (name, module, type) => {
  expect([moduleOf(name), typeOfName(name)]).toEqual([module, type]);
});

test("each name is exported by its module", () => {
  const modules: Readonly<Record<string, object>> = {
    "svclib/pandas_td": pandas,
    "svclib/pandas_td/ipython": ipython,
  };
  for (const name of NOTEBOOK_NAMES)
    if (moduleOf(name) !== "arquero")
      expect(Object.keys(modules[moduleOf(name) ?? ""] ?? {})).toContain(name);
  expect(NOTEBOOK_NAMES.filter(isNamespace)).toEqual(["aq"]);
});

test.each<[string, boolean]>([
  ["plot(df)", true],
  ["_.numRows()", true],
  ["my_plot(df)", false],
  ["const a = 1", false],
  ["", false],
])("%j mentions one: %s", (code, mentions) => {
  expect(mentionsNotebookName(code)).toBe(mentions);
});
