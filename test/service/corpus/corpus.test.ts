import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { TablePath } from "../../../src/dialect/catalogue.ts";
import { describe as describeStatement } from "../../../src/dialect/describe.ts";
import { parseStatement } from "../../../src/dialect/parse/statements/statements.ts";
import { SqlError } from "../../../src/dialect/sql-error.ts";
import { typeName } from "../../../src/dialect/types/type-text.ts";
import type { ResultColumn } from "../../../src/engine/contract/engine.ts";
import { isShort } from "../../jest/short-form.ts";
import type { TestRunner } from "../../engine/open-runner.ts";
import { openRunner } from "../../engine/open-runner.ts";
import type { Case } from "./read-corpus.ts";
import { difference, readCorpus } from "./read-corpus.ts";

const FOLDER = join(process.cwd(), "test/service/corpus");
const cases = readCorpus(FOLDER);

/** Whether only the first third of a group is tried: in the short form of one that changes tables, on which its later cases depend. */
const isCut = (group: readonly Case[]): boolean =>
  isShort && group.filter((one) => !onlyReads(one)).length > group.length / 4;

/** The cases of a group that run: in the short form every sixteenth query, and all that changes tables or can't be read. */
function tried(group: readonly Case[]): readonly Case[] {
  if (!isShort) return group;
  const part = isCut(group) ? group.slice(0, group.length / 3) : group;
  return part.filter((one, at) => at % 16 === 0 || !onlyReads(one));
}

const results: { name: string; all: number; faults: string[] }[] = [];

let service: TestRunner;
/** Columns by table; null after a statement that changed some. */
let tables: Tables | null = null;
const open = (): Promise<TestRunner> =>
  openRunner(async (connection) => {
    for (const statement of readFileSync(join(FOLDER, "tables.sql"), "utf8").split(/;\n/))
      if (statement.trim() !== "") await connection.run(statement);
  });
beforeAll(async () => {
  service = await open();
});
afterAll(async () => {
  await service.close();
  // For the table printed by `npm run corpus`.
  const file = process.env["SVC_CORPUS_FILE"];
  if (file !== undefined) writeFileSync(file, JSON.stringify(results));
});

type Tables = Map<string, { name: string; type: string }[]>;

/** Columns of all tables by `database.table`, as the service lists them. */
async function readTables(): Promise<Tables> {
  const tables: Tables = new Map();
  const { rows } = await service.query(
    "select table_schema || '.' || table_name, column_name, data_type from information_schema.columns order by ordinal_position",
  );
  for (const [table, name, type] of rows as readonly [string, string, string][])
    tables.set(table, [...(tables.get(table) ?? []), { name, type }]);
  return tables;
}

const schemaText = (columns: readonly ResultColumn[]): string =>
  columns.map(({ name, type }) => `${name} ${type}`).join(", ");

/** Result columns of a case as `describe` derives them from the tables' types alone; these are read when the first is asked for. */
async function described(one: Case): Promise<string> {
  const { sql, dialect } = one;
  let isStale = false;
  const known = {
    columns: ({ database, table }: TablePath) => {
      isStale ||= tables === null;
      return tables?.get(`${database}.${table}`) ?? null;
    },
    tables: () => [],
  };
  let text: string;
  try {
    const columns = describeStatement(sql, dialect, { database: "shop", tables: known });
    text = schemaText(columns.map(({ name, type }) => ({ name, type: typeName(type, dialect) })));
  } catch (error) {
    text = String(error);
  }
  if (!isStale) return text;
  tables = await readTables();
  return described(one);
}

/** Compares the answer to a case; null if it is right. */
async function judge(one: Case): Promise<string | null> {
  try {
    const expected = await described(one);
    const answer = await service.query(one.sql, one.dialect);
    if (answer.updateType !== undefined) tables = null;
    const schema = schemaText(answer.columns);
    if (schema !== expected) return `columns ${schema}, described as ${expected}`;
    if (one.error !== null)
      return `expected ${one.error}, got ${JSON.stringify(answer.rows, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))}`;
    if (one.names !== null) {
      const names = answer.columns.map((column) => column.name);
      return JSON.stringify(names) === JSON.stringify(one.names)
        ? null
        : `columns ${JSON.stringify(names)}, not ${JSON.stringify(one.names)}`;
    }
    return one.rows === null ? null : difference(one.sql, answer.rows, one.rows);
  } catch (error) {
    const { kind, message } = error as { kind?: string; message: string };
    return one.error !== null && kind === one.error ? null : `${kind ?? "error"}: ${message}`;
  }
}

/** Whether it is a query, with or without tables. */
function onlyReads({ sql, dialect }: Case): boolean {
  try {
    return parseStatement(sql, dialect).kind === "select";
  } catch (error) {
    if (error instanceof SqlError) return false;
    throw error;
  }
}

/** Expressions that a query without FROM selects; 0 for other statements and for text that can't be read. */
function selected({ sql, dialect }: Case): number {
  try {
    const statement = parseStatement(sql, dialect);
    const body = statement.kind === "select" ? statement.query.body : null;
    return body?.kind === "select" && body.from === null ? body.items.length : 0;
  } catch (error) {
    if (error instanceof SqlError) return 0;
    throw error;
  }
}

test("a query that must fail selects one expression, so that no failure hides another", () => {
  const packed = cases.filter((one) => one.error !== null && selected(one) > 1);
  expect(packed.map(({ dialect, group, line }) => `${dialect}/${group}.txt:${line}`)).toEqual([]);
});

const groups = [...new Set(cases.map((one) => `${one.dialect}/${one.group}`))];
describe.each(groups)("%s", (name) => {
  const group = cases.filter((one) => `${one.dialect}/${one.group}` === name);
  const own = tried(group);

  // The next group must not see what the left out cases would have dropped.
  if (isCut(group))
    afterAll(async () => {
      await service.close();
      service = await open();
      tables = null;
    });

  test(`answers ${own.length} queries as the manual says`, async () => {
    const faults: string[] = [];
    for (const one of own) {
      const fault = await judge(one);
      if (fault !== null) faults.push(`${name}.txt:${one.line}: ${one.sql}\n    ${fault}`);
    }
    results.push({ name, all: own.length, faults });
    expect(faults).toEqual([]);
  });
});
