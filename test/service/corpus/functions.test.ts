import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../src/dialect/dialect.ts";
import { describe as describeStatement } from "../../../src/dialect/describe.ts";
import { findForms, functionNames } from "../../../src/dialect/functions/find-function.ts";
import { functionHelp } from "../../../src/dialect/functions/function-help.ts";
import { refusedNames } from "../../../src/dialect/functions/refused.ts";
import { completeSql } from "../../../src/magics/complete/complete-sql.ts";
import { inspectSql } from "../../../src/magics/complete/inspect-sql.ts";
import { readCorpus } from "./read-corpus.ts";

const cases = readCorpus(join(process.cwd(), "test/service/corpus"));
const EMPTY_CATALOGUE = { databases: null, tables: () => null };

/** Functions that the grammar reads itself. */
const CONSTRUCTS: Readonly<Record<Dialect, readonly string[]>> = {
  presto: ["cast", "try_cast", "unnest"],
  hive: `amplify binarize_label cast each_top_k explode generate_series grouping__id inline json_tuple minhash parse_url_tuple posexplode rand_amplify
    stack td_numeric_range td_pivot td_unpivot`.split(/\s+/),
};

const offered = (name: string, dialect: Dialect): boolean => {
  const sql = `select ${name}`;
  const body = { sql, start: 0, dialect, database: null };
  const { candidates } = completeSql(body, sql.length, EMPTY_CATALOGUE, { database: null });
  return candidates.some(({ text, type }) => text === name && type === "function");
};
const explained = (name: string, dialect: Dialect): string | null =>
  inspectSql(`select ${name}(`, 8, dialect, EMPTY_CATALOGUE, null);

describe.each(["presto", "hive"] as const)("every function of %s", (dialect) => {
  const names = [...functionNames(dialect), ...CONSTRUCTS[dialect]];

  test("is offered by completion, and nothing else is", () => {
    expect([...functionHelp(dialect).keys()].sort()).toEqual([...new Set(names)].sort());
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

  test("has an example of its own in examples.txt", () => {
    const examples = cases.filter((one) => one.dialect === dialect && one.group === "examples");
    const calls = examples.map(({ sql }) => sql.replace(/'[^']*'/g, "''"));
    expect(examples.filter(({ rows }) => rows === null)).toEqual([]);
    expect(names.filter((name) => !calls.some((sql) => new RegExp(`\\b${name}\\b`).test(sql)))).toEqual([]);
    expect(examples.length).toBe(new Set(names).size);
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
