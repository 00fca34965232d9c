import { expect, test } from "@jest/globals";
import { LocalNames } from "../../../src/magics/cell/local-names.ts";
import { programCode, shownCode, type Program } from "../../../src/magics/cell/program.ts";

const program = (statements: readonly string[], value: string | null): Program => ({
  statements,
  value,
  out: null,
});
const query = program(["let table = await read_svc_query(q, e);", "table = pivot(table);"], "table");
const names = (): LocalNames => new LocalNames(new Set(["pivot"]), ["read_svc_query"], ["pivot"]);

test("a program is one expression, in which the notebook's names stay the notebook's", () => {
  expect(programCode(query, names(), "lines")).toBe(
    `await import("svclib/pandas_td").then(async ({ read_svc_query }) => {
  const { pivot: pivot_ } = await import("svclib/pandas_td/ipython");
  let table = await read_svc_query(q, e);
  table = pivot(table);
  return table;
})`,
  );
});

test("on one line, so that the lines below keep their numbers", () => {
  const one = new LocalNames(new Set(), ["connect"]);
  expect(programCode(program(["x();"], null), one, "line")).toBe(
    'await import("svclib/pandas_td").then(async ({ connect }) => { x(); })',
  );
  expect(programCode(program([], "connect()"), one, "line")).toBe(
    'await import("svclib/pandas_td").then(({ connect }) => connect())',
  );
});

test("in a script its imports are the script's", () => {
  const uses: string[] = [];
  const script = {
    reserved: new Set<string>(),
    use: (...use: readonly string[]) => void uses.push(use.join(" ")),
  };
  expect(programCode(program([], "connect()"), names(), "lines", script)).toBe("await connect()");
  expect(uses).toEqual([
    "svclib/pandas_td read_svc_query read_svc_query",
    "svclib/pandas_td/ipython pivot pivot_",
  ]);
});

test("it is shown as a person would write it", () => {
  expect(shownCode(query, names(), "let df = ")).toBe(`import { read_svc_query } from "svclib/pandas_td";
import { pivot as pivot_ } from "svclib/pandas_td/ipython";

let table = await read_svc_query(q, e);
table = pivot(table);
let df = table;`);
  expect(shownCode(program([], "f()"), new LocalNames(new Set()), "")).toBe("\nawait f();");
});
