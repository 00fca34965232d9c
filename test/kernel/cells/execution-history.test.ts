import { expect, test } from "@jest/globals";
import { ExecutionHistory } from "../../../src/kernel/cells/execution-history.ts";

const history = new ExecutionHistory();
for (const code of ["a = 1", "b = 2", "print(a)", "b = 3"]) history.add(code);

test.each([
  [
    "the last two",
    { hist_access_type: "tail", n: 2 },
    [
      [1, 3, "print(a)"],
      [1, 4, "b = 3"],
    ],
  ],
  ["none of none", { hist_access_type: "tail", n: 0 }, []],
  [
    "a range",
    { hist_access_type: "range", session: 0, start: 2, stop: 4 },
    [
      [1, 2, "b = 2"],
      [1, 3, "print(a)"],
    ],
  ],
  ["another run", { hist_access_type: "range", session: -1, start: 0, stop: 9 }, []],
  [
    "a search",
    { hist_access_type: "search", pattern: "b = ?", n: 10 },
    [
      [1, 2, "b = 2"],
      [1, 4, "b = 3"],
    ],
  ],
  [
    "a search for regular expression signs",
    { hist_access_type: "search", pattern: "*(a)" },
    [[1, 3, "print(a)"]],
  ],
  ["with outputs", { hist_access_type: "tail", n: 1, output: true }, [[1, 4, ["b = 3", null]]]],
  [
    "a range without bounds",
    { hist_access_type: "range" },
    [
      [1, 1, "a = 1"],
      [1, 2, "b = 2"],
      [1, 3, "print(a)"],
      [1, 4, "b = 3"],
    ],
  ],
  ["a search without a pattern", { hist_access_type: "search", n: 1 }, [[1, 4, "b = 3"]]],
  ["a search for none", { hist_access_type: "search", pattern: "*", n: 0 }, []],
  ["an unknown kind", { hist_access_type: "other" }, []],
])("%s", (_what, request, expected) => {
  expect(history.answer(request)).toEqual({ status: "ok", history: expected });
});

test("a search with `unique` returns each code once, with its last number", () => {
  const twice = new ExecutionHistory();
  for (const code of ["a", "b", "a"]) twice.add(code);
  expect(twice.answer({ hist_access_type: "search", pattern: "*", unique: true })["history"]).toEqual([
    [1, 2, "b"],
    [1, 3, "a"],
  ]);
});

test("counts what was added", () => {
  expect(history.count).toBe(4);
  expect(new ExecutionHistory().count).toBe(0);
});
