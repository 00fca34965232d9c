import { expect, test } from "@jest/globals";
import { libraryHelp } from "../../../src/kernel/completion/explain-name.ts";
import { NOTEBOOK_NAMES } from "../../../src/magics/built-in-names.ts";

test("a function has its signature and the first sentence of its documentation", () => {
  expect(libraryHelp("read_svc_job")).toBe(
    "function read_svc_job(job_id: number | string, engine: QueryEngine, options?: ReadJobOptions): Promise<Table>\n" +
      "Return the result of a job as a table, after waiting for a running job.",
  );
});

test("each form of a function has its signature", () => {
  const lines = libraryHelp("read_svc_query")?.split("\n") ?? [];
  expect(lines.map((line) => /^[^<(]*/.exec(line)?.[0])).toEqual([
    "function read_svc_query",
    "function read_svc_query",
    "Run a query and return its result as a table.",
  ]);
});

test("an alias names what it stands for", () => {
  expect(libraryHelp("read_svc")).toBe("const read_svc: typeof read_svc_query\nAlias of read_svc_query.");
});

test("every name of the library has a sentence; Arquero's have none", () => {
  const isExplained = (name: string): boolean => /\.$/.test(libraryHelp(name) ?? "");
  expect(NOTEBOOK_NAMES.filter((name) => !isExplained(name))).toEqual(["aq", "desc", "op"]);
});
