import { expect, test } from "@jest/globals";
import { ScriptImports } from "../../../src/kernel/notebook/script-imports.ts";

test("the imports of cells are merged by module, and the cells lose them", () => {
  const imports = new ScriptImports();
  expect(imports.take('import { a, b as c } from "x";\nconst n = a;\nimport { a } from "x"\nc(n);')).toBe(
    "const n = a;\nc(n);",
  );
  expect(imports.take('import d, { type T } from "x";')).toBe("");
  expect(imports.code).toBe('import { a, b as c, default as d, type T } from "x";');
  expect(imports.names).toEqual(["a", "c", "d", "T"]);
});

test("namespaces and modules for their effect stay lines of their own", () => {
  const imports = new ScriptImports();
  imports.take('import * as fs from "fs"\nimport "effect";');
  expect(imports.code).toBe('import * as fs from "fs";\nimport "effect";');
  expect(imports.names).toEqual(["fs"]);
});

test("a name that one cell imports as a value is no type", () => {
  const imports = new ScriptImports();
  imports.take('import type { T, U } from "x";');
  imports.take('import { T } from "x";');
  imports.take('import type { T } from "x";');
  expect(imports.code).toBe('import { T, type U } from "x";');
});

test("notebooks' own names are imported where they are used, if the script has none of that name", () => {
  const imports = new ScriptImports();
  imports.take('import { plot } from "mine";');
  for (const name of ["connect", "plot", "nothing"]) imports.addNotebookName(name);
  expect(imports.code).toBe('import { plot } from "mine";\nimport { connect } from "svclib/pandas_td";');
  expect(imports.othersNames).toEqual(["plot"]);
});
