import { expect, test } from "@jest/globals";
import { join } from "node:path";
import { describe as describeStatement } from "../../../src/dialect/describe.ts";
import type { Dialect } from "../../../src/dialect/dialect.ts";
import type { ExprOf, Name } from "../../../src/dialect/parse/ast.ts";
import { nodesIn } from "../../../src/dialect/parse/nodes-in.ts";
import { scan } from "../../../src/dialect/parse/scan.ts";
import { parseStatement } from "../../../src/dialect/parse/statements/statements.ts";
import type { VisibleColumn } from "../../../src/dialect/visible/relation-columns.ts";
import { visibleNames, type VisibleNames } from "../../../src/dialect/visible/visible-names.ts";
import { readCorpus } from "../../service/corpus/read-corpus.ts";
import { countTokens } from "./count-tokens.ts";
import { isShort } from "../../jest/short-form.ts";

const TABLES: Readonly<Record<string, string>> = {
  users: "id integer, name varchar, country varchar, age integer, tags array<string>, attrs map<string:string>, time bigint",
  orders: "id bigint, user_id bigint, item varchar, amount double, qty integer, paid boolean, day date, time bigint",
  logs: "time bigint, path varchar, agent varchar, body varchar",
}; // prettier-ignore

function columns(database: string, table: string): { name: string; type: string }[] | null {
  const text = database === "shop" ? TABLES[table.toLowerCase()] : undefined;
  const listed = text?.split(", ").map((column) => column.replace(":", ",").split(" "));
  return listed?.map(([name = "", type = ""]) => ({ name, type })) ?? null;
}

/** One statement of so many, in the short form of three times as many; with SVC_CORPUS=all each. */
const EACH = process.env["SVC_CORPUS"] === "all" ? 1 : isShort ? 120 : 40;

const STATEMENTS = readCorpus(join(import.meta.dirname, "../../service/corpus")).filter(
  ({ sql, error }, at) => at % EACH === 0 && error === null && sql.length < 3000,
);

const visible = (sql: string, offset: number, dialect: Dialect): VisibleNames =>
  visibleNames(sql, offset, { dialect, database: "shop", columns });

const columnsOf = ({ relations }: VisibleNames): string[] =>
  relations.flatMap((one) => (one.columns ?? []).map(({ name }: VisibleColumn) => name.toLowerCase()));

const marked = (dialect: Dialect, sql: string, at: number): string =>
  `${dialect}: ${sql.slice(0, at)}¦${sql.slice(at)}`;

/** The names of columns in a statement that it gives no error for. */
function columnNames(sql: string, dialect: Dialect): Name[][] {
  const tables = {
    columns: ({ database, table }: { database: string; table: string }) => columns(database, table),
    tables: () => [],
  };
  try {
    describeStatement(sql, dialect, { database: "shop", tables });
  } catch {
    return [];
  }
  const names = [...nodesIn(parseStatement(sql, dialect, null))].filter(({ kind }) => kind === "name");
  return names
    .map((node) => [...(node as unknown as ExprOf<"name">).parts])
    .filter(([first, ...more]) => !/^(?:\d|grouping__id$)/i.test(first?.text ?? "") && more.length < 2);
}

test("a column in a whole statement is one of those that its place offers", () => {
  const missing: string[] = [];
  for (const { sql, dialect } of STATEMENTS) {
    for (const [first, ...more] of columnNames(sql, dialect)) {
      const { pos, text } = first as Name;
      const names = visible(sql, pos + 1, dialect);
      const own = more.length === 0 ? [] : names.relations.map(({ name }) => name?.toLowerCase());
      if (names.expected !== "value" || ![...columnsOf(names), ...own].includes(text.toLowerCase()))
        missing.push(marked(dialect, sql, pos));
    }
  }
  expect(missing).toEqual([]);
});

test("a statement that ends behind its FROM offers the columns that the whole one has", () => {
  const missing: string[] = [];
  for (const { sql, dialect } of STATEMENTS) {
    if (columnNames(sql, dialect).length === 0) continue;
    for (const { kind, items, where, groupBy } of nodesIn(parseStatement(sql, dialect, null))) {
      if (kind !== "select" || items === undefined) continue;
      for (const node of nodesIn([where, groupBy], (inner) => inner["kind"] === "query")) {
        if (node["kind"] !== "name") continue;
        const { pos } = node as unknown as ExprOf<"name">;
        const [cut, whole] = [visible(sql.slice(0, pos), pos, dialect), visible(sql, pos + 1, dialect)];
        const [some, all] = [columnsOf(cut), columnsOf(whole)];
        // Those of an outer query may still be to come.
        if (some.length === 0 || some.join() !== all.slice(0, some.length).join())
          missing.push(marked(dialect, sql, pos));
      }
    }
  }
  expect(missing).toEqual([]);
});

test("a statement that ends after any of its tokens is no error, and offers no column that the whole has not there", () => {
  const faults: string[] = [];
  for (const { sql, dialect } of STATEMENTS) {
    for (const { end } of scan(sql, dialect)) {
      const cut = visible(`${sql.slice(0, end)} `, end + 1, dialect);
      const whole = visible(`${sql.slice(0, end)} ${sql.slice(end)}`, end + 1, dialect);
      if (cut.expected !== "value" || whole.expected !== "value") continue;
      const all = new Set(columnsOf(whole));
      if (columnsOf(cut).some((name) => !all.has(name))) faults.push(marked(dialect, sql, end));
    }
  }
  expect(faults).toEqual([]);
});

test("a place reads no more than a few times the tokens of its statement", () => {
  const slow: string[] = [];
  for (const { sql, dialect } of STATEMENTS) {
    const whole = countTokens(() => parseStatement(sql, dialect, null));
    for (const { end } of scan(sql, dialect))
      if (countTokens(() => visible(sql.slice(0, end), end, dialect)) > 3 * whole + 500)
        slow.push(marked(dialect, sql, end));
  }
  expect(slow).toEqual([]);
});
