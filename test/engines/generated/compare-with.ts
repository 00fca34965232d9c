import { writeFileSync } from "node:fs";
import { expect } from "@jest/globals";
import { openHere } from "../../generator/engines.ts";
import { type Answer, isRefused } from "../../generator/compare.ts";
import { compare, type Engine, type Figures } from "../../generator/run.ts";
import { writeRecord } from "../../generator/record.ts";
import type { Table } from "../../generator/tables.ts";
import type { Vocabulary } from "../../generator/vocabulary.ts";

/** Number of statements and first seed; `npm run generated` runs more. */
const COUNT = Number(process.env["SVC_GENERATED_COUNT"] ?? 300);
const SEED = Number(process.env["SVC_GENERATED_SEED"] ?? 1);

/** Creates the generator's tables on a real engine. @throws when one of them does not have its rows then. */
export async function createTables(
  real: Engine,
  tables: readonly Table[],
  statementsOf: (table: Table) => readonly string[],
): Promise<void> {
  const run = async (sql: string): Promise<Answer> => {
    const outcome = await real.run(sql);
    if (isRefused(outcome)) throw new Error(`${sql}: ${outcome.error}`);
    return outcome;
  };
  for (const table of tables) {
    for (const sql of statementsOf(table)) await run(sql);
    const { rows } = await run(`SELECT count(*) FROM ${table.name}`);
    if (Number(rows[0]?.[0]) !== table.rows.length)
      throw new Error(`the table ${table.name} was created without an error, with ${String(rows[0]?.[0])} rows in place of ${table.rows.length}`); // prettier-ignore
  }
}

/** Expects equal results from a real engine and the embedded one for generated statements. */
export async function expectSameAnswers(words: Vocabulary, real: Engine): Promise<void> {
  const here = await openHere(words.dialect);
  const record = process.env["SVC_GENERATED_RECORD"] === undefined ? null : writeRecord(words.dialect);
  let shown = Date.now();
  try {
    const figures = await compare({
      words, seed: SEED, count: COUNT, real, here,
      onAgreed: (sql, outcome) => record?.add(sql, outcome),
      onProgress: (sofar) => {
        if (Date.now() - shown < 30_000) return;
        shown = Date.now();
        process.stderr.write(`${figuresText(sofar)}\n`);
      },
      onDifference: ({ sql, what }) => process.stderr.write(`\n${sql}\n    ${what}\n`),
    }); // prettier-ignore
    process.stderr.write(`${words.dialect}: ${figuresText(figures)}\n`);
    const file = process.env["SVC_GENERATED_FILE"];
    if (file !== undefined) writeFileSync(file, JSON.stringify({ ...figures, known: [...figures.known], refusedByName: [...figures.refusedByName] }, null, 1)); // prettier-ignore
    record?.save();
    expect(figures.differences).toEqual([]);
  } finally {
    await here.close();
  }
}

function figuresText({
  statements,
  agreed,
  refusedOnBoth,
  refusedByName,
  known,
  differences,
}: Figures): string {
  const sum = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((all, one) => all + one, 0);
  return `${statements} statements: ${agreed} answered alike, ${refusedOnBoth} refused by both, ${sum(refusedByName)} refused by name, ${sum(known)} known differences, ${differences.length} others`;
}
