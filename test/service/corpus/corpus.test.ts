import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { TestRunner } from "../embedded/open-runner.ts";
import { openRunner } from "../embedded/open-runner.ts";
import type { Case } from "./read-corpus.ts";
import { difference, readCorpus } from "./read-corpus.ts";

const FOLDER = join(process.cwd(), "test/service/corpus");
const cases = readCorpus(FOLDER);
const results: { name: string; all: number; faults: string[] }[] = [];

let service: TestRunner;
beforeAll(async () => {
  service = await openRunner(async (connection) => {
    for (const statement of readFileSync(join(FOLDER, "tables.sql"), "utf8").split(/;\n/))
      if (statement.trim() !== "") await connection.run(statement);
  });
});
afterAll(async () => {
  await service.close();
  // For the table that `npm run corpus` prints.
  const file = process.env["SVC_CORPUS_FILE"];
  if (file !== undefined) writeFileSync(file, JSON.stringify(results));
});

/** What is wrong with the answer to a case; null when nothing is. */
async function judge(one: Case): Promise<string | null> {
  try {
    const answer = await service.query(one.sql, one.dialect);
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

const groups = [...new Set(cases.map((one) => `${one.dialect}/${one.group}`))];
describe.each(groups)("%s", (name) => {
  const own = cases.filter((one) => `${one.dialect}/${one.group}` === name);
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
