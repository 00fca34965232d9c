import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../src/dialect/dialect.ts";
import { describe as describeStatement } from "../../../src/dialect/describe.ts";
import { entriesOf, findForms, functionNames } from "../../../src/dialect/functions/find-function.ts";
import { refusedNames } from "../../../src/dialect/functions/refused.ts";
import { completeSql } from "../../../src/magics/complete/complete-sql.ts";
import { inspectSql } from "../../../src/magics/complete/inspect-magic.ts";
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

/** The least and the most arguments that a head such as `f(x, y[, z])` names; Infinity for `…`. */
function argumentCounts(head: string): readonly [least: number, most: number] {
  const [call] = head.split(" → ") as [string];
  const inside = call.slice(call.indexOf("(")).replace(/ within group.*| \[order by …\]/, "");
  if (!call.includes("(") || /^\((?:\*)?\)$/.test(inside)) return [0, 0];
  const count = (text: string): number =>
    text
      .replace(/\([^()]*\)/g, "x")
      .split(/,| in | from /)
      .filter((one) => /\w/.test(one)).length;
  const all = inside.slice(1, -1);
  let needed = all;
  while (/\[[^[\]]*\]/.test(needed)) needed = needed.replace(/\[[^[\]]*\]/, "");
  return [count(needed), all.includes("…") ? Infinity : count(all.replace(/[[\]]/g, ""))];
}

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

  test("names as many arguments as its SQL takes", () => {
    const wrong = [...entriesOf(dialect).values()].filter(({ name, signature, help, forms, special }) => {
      const heads = [signature, ...help.matchAll(new RegExp(`\\b${name}\\([^:]*\\)`, "g"))].map(String);
      const named = heads.map(argumentCounts);
      const least = Math.min(...named.map(([count]) => count));
      const most = Math.max(...named.map(([, count]) => count));
      if (forms !== null) {
        const taken = forms.map(({ signature: { params, optional, variadic } }) => [
          params.length - optional - (variadic ? 1 : 0),
          variadic ? Infinity : params.length,
        ]);
        const mostTaken = Math.max(...taken.map(([, count]) => count!));
        return (
          least !== Math.min(...taken.map(([count]) => count!)) || (most !== mostTaken && most !== Infinity)
        );
      }
      const refusal = (count: number): string => {
        const sql = `select ${name}(${Array<string>(count).fill("null").join(", ")})`;
        const tables = { columns: () => null, tables: () => [] };
        try {
          describeStatement(sql, dialect, { database: "d", tables });
          return "";
        } catch (error) {
          return String(error);
        }
      };
      if (special === null) return false;
      return (
        / takes .* arguments, found \d/.test(refusal(least)) || (most < Infinity && refusal(most + 1) === "")
      );
    });
    expect(wrong.map(({ signature }) => signature)).toEqual([]);
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
