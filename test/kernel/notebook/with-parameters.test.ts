import { expect, test } from "@jest/globals";
import type { Cell, Notebook } from "../../../src/kernel/notebook/notebook-file.ts";
import { withParameters } from "../../../src/kernel/notebook/with-parameters.ts";

const code = (source: string, tag?: string): Cell => ({
  cell_type: "code",
  metadata: tag === undefined ? {} : { tags: [tag] },
  source,
});

const notebook = (...cells: Cell[]): Notebook => ({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });

const sources = ({ cells }: Notebook): unknown[] => cells.map(({ source }) => source);

const DEFAULTS = code('let day = "2024-01-01"; const n: number = 1\nlet list=[1]', "parameters");

test("parameters are inserted after the cell with the defaults, and replace those of an earlier run", () => {
  const given = new Map([
    ["day", "2024-05-06"],
    ["n", "7"],
    ["list", '["a", 2]'],
  ]);
  const once = withParameters(notebook(code("1"), DEFAULTS, code("day")), given);
  const injected = '// Parameters\nday = "2024-05-06";\nn = 7;\nlist = ["a",2];\nvoid 0;';
  const defaults = 'let day = "2024-01-01"; let n: number = 1\nlet list=[1]';
  expect(sources(once)).toEqual(["1", defaults, injected, "day"]);
  expect(sources(withParameters(once, given))).toEqual(sources(once));
  expect(once.cells[2]?.metadata.tags).toEqual(["injected-parameters"]);
});

test("the variables of the tagged cell get the values; only a const that gets one is let", () => {
  const source =
    'export const from: Date | null = null, codes: Map<string, number> = new Map([["a", 1]]);\nvar plain = (1, 2)\nconst stays = 1\nset = {day: 1}';
  const names = ["from", "codes", "plain", "set"];
  const { cells } = withParameters(
    notebook(code(source, "parameters")),
    new Map(names.map((name) => [name, "5"])),
  );
  expect(cells[0]?.source).toBe(source.replace("const from", "let from"));
  expect(cells[1]?.source).toBe("// Parameters\nfrom = 5;\ncodes = 5;\nplain = 5;\nset = 5;\nvoid 0;");
});

test.each([
  ["true", "true"],
  [
    '{"__proto__": {"a": [{"__proto__": 1}]}, "b": "__proto__"}',
    '{["__proto__"]:{"a":[{["__proto__"]:1}]},"b":"__proto__"}',
  ],
  ["null", "null"],
  ["-1.5", "-1.5"],
  ["0.50", "0.5"],
  ["1.0", "1"],
  ["1e3", "1000"],
  ["1e400", '"1e400"'],
  ["007", '"007"'],
  ["9007199254740993", '"9007199254740993"'],
  ['[1, 9007199254740993, "9007199254740995"]', '[1,"9007199254740993","9007199254740995"]'],
  ['{"id": -12345678901234567890, "x": [1.50, 1e2]}', '{"id":"-12345678901234567890","x":[1.5,100]}'],
  ['"5"', '"5"'],
  ["", '""'],
  ["it's", `"it's"`],
])("the value %j is %s; without a parameters cell it is inserted first", (argument, value) => {
  expect(sources(withParameters(notebook(code("x")), new Map([["x", argument]])))).toEqual([
    `// Parameters\nlet x = ${value};`,
    "x",
  ]);
});

test("an unknown parameter is refused", () => {
  expect(() => withParameters(notebook(DEFAULTS), new Map([["dya", "1"]]))).toThrow(
    "the notebook has no parameter dya; its cell tagged parameters has day, n, list",
  );
  expect(() => withParameters(notebook(), new Map([["a b", "1"]]))).toThrow(
    "can't be the name of a variable",
  );
  expect(withParameters(notebook(DEFAULTS), new Map())).toEqual(notebook(DEFAULTS));
});
