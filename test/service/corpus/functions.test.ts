import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../src/dialect/dialect.ts";
import { describe as describeStatement } from "../../../src/dialect/describe.ts";
import { entriesOf, findForms, functionNames } from "../../../src/dialect/functions/find-function.ts";
import { refusedNames } from "../../../src/dialect/functions/refused.ts";
import { completeSql } from "../../../src/magics/complete/complete-sql.ts";
import { inspectSql } from "../../../src/magics/complete/inspect-sql.ts";
import { readCorpus } from "./read-corpus.ts";

const cases = readCorpus(join(process.cwd(), "test/service/corpus"));
const EMPTY_CATALOGUE = { databases: null, tables: () => null };

const offered = (name: string, dialect: Dialect): boolean => {
  const sql = `select ${name}`;
  const body = { sql, start: 0, dialect, database: null };
  const { candidates } = completeSql(body, sql.length, EMPTY_CATALOGUE, { database: null });
  return candidates.some(({ text, type }) => text === name && type === "function");
};
const explained = (name: string, dialect: Dialect): string | null =>
  inspectSql(`select ${name}(`, 8, dialect, EMPTY_CATALOGUE, null);

describe.each(["presto", "hive"] as const)("every function of %s", (dialect) => {
  const names = [...entriesOf(dialect).keys()];

  test("is offered by completion", () => {
    expect(names.filter((name) => !offered(name, dialect))).toEqual([]);
  });

  test("has a signature and a description", () => {
    const wrong = names.filter((name) => !/^\w+(\(.*\))? → \S.*\n\S/.test(explained(name, dialect) ?? ""));
    expect(wrong).toEqual([]);
  });

  test("has SQL that can be read", () => {
    const forms = functionNames(dialect).flatMap((name) => findForms(name, dialect) ?? []);
    expect(forms.length).toBeGreaterThan(300);
    for (const { template } of forms) expect(() => template?.()).not.toThrow();
  });

  test("has an example, which calls it", () => {
    const examples = cases.filter((one) => one.dialect === dialect && one.group === "examples");
    expect(new Set(examples.map(({ page }) => page))).toEqual(new Set(names));
    const others = examples.filter(({ page, sql }) => {
      const alike = [...entriesOf(dialect).values()].filter(({ help, example }) => {
        const entry = entriesOf(dialect).get(page)!;
        return help === entry.help && example === entry.example;
      });
      const calls = sql.replace(/'[^']*'/g, "''");
      return !alike.some(({ name }) => new RegExp(`\\b${name}\\b`).test(calls));
    });
    expect(others.map(({ page }) => page)).toEqual([]);
  });

  test("that is not supported is refused by name, not offered, and its tooltip says so", () => {
    for (const name of refusedNames(dialect)) {
      expect(functionNames(dialect)).not.toContain(name);
      expect(offered(name, dialect)).toBe(false);
      expect(explained(name, dialect)).toBe(`function ${name}\nnot in the local service`);
      const tables = { columns: () => null, tables: () => [] };
      expect(() => describeStatement(`select ${name}(1)`, dialect, { database: "d", tables })).toThrow(
        `unsupported in the local service: the function ${name}`,
      );
    }
  });
});
