import type { UploadError } from "../../../../src/core/errors.ts";
import type { SvcError } from "../../../../src/core/errors.ts";
import { to_svc } from "../../../../src/core/write/to-svc.ts";
import { InsertIntoWriter } from "../../../../src/core/writers/insert-into-writer.ts";
import { expectSame } from "../expect-same.ts";
import type { FaultRun, Scenario } from "../run-seed.ts";

interface Row {
  readonly n: number;
  readonly t: string;
}

async function rowsIn({ world }: FaultRun, table: string, where: string): Promise<Row[]> {
  if (!(await world.truth.exists("written", table))) return [];
  const sql = `select n, t from ${table} where ${where} order by n`;
  const read = await world.truth.query(sql, { db: "written" });
  return (read.objects() as Row[]).map(({ n, t }) => ({ n: Number(n), t: String(t) }));
}

type WrittenRow = { readonly time: number; readonly run: number; readonly n: number; readonly t: string };

function frame(count: number, seed: number): WrittenRow[] {
  return Array.from({ length: count }, (_, n) => ({
    time: 1700000000 + n,
    run: seed,
    n,
    t: `t${n}-${seed}`,
  }));
}

const plain = (rows: readonly Row[]): Row[] => rows.map(({ n, t }) => ({ n, t }));

/** Checks what the error says about the rows against the rows in the table. */
function checkRows(
  error: SvcError,
  wanted: readonly Row[],
  present: readonly Row[],
  allOrNone: boolean,
): void {
  expectSame("the written rows", present, wanted.slice(0, present.length));
  if (allOrNone && present.length !== 0 && present.length !== wanted.length) {
    throw new Error(`WRONG ANSWER: ${present.length} of ${wanted.length} rows are in`);
  }
  if (error.name !== "UploadError") {
    if (present.length > 0)
      throw new Error(`WRONG ANSWER: ${present.length} rows are in after ${String(error)}`);
    return;
  }
  const { rowsWritten } = error as UploadError;
  if (rowsWritten !== null && rowsWritten !== present.length) {
    throw new Error(
      `WRONG ANSWER: ${present.length} rows are in, the error says ${rowsWritten}: ${error.message}`,
    );
  }
}

function appending(
  writer: "bulk_import" | "insert_into",
  table: string,
  counts: readonly number[],
): Scenario<void> {
  const countOf = (seed: number): number => counts[seed % counts.length] as number;
  const options =
    writer === "bulk_import"
      ? { writer, fmt: "msgpack" as const, chunk_record_size: 40 }
      : { writer: new InsertIntoWriter({ rows_per_insert: 20 }) };
  return {
    name: `to_svc by ${writer}, append`,
    act: async ({ client, seed, world }) => {
      if (!(await world.truth.exists("written", table))) {
        await to_svc(frame(1, -1), `written.${table}`, world.truth, { index: false, time_col: "time" });
      }
      await to_svc(frame(countOf(seed), seed), `written.${table}`, client, {
        if_exists: "append",
        index: false,
        time_col: "time",
        ...options,
      });
    },
    check: async (run) => {
      const { seed } = run;
      expectSame("the rows", await rowsIn(run, table, `run = ${seed}`), plain(frame(countOf(seed), seed)));
    },
    checkFailure: async (run, error) => {
      const { seed } = run;
      const present = await rowsIn(run, table, `run = ${seed}`);
      checkRows(error, plain(frame(countOf(seed), seed)), present, writer === "bulk_import");
    },
  };
}

export const bulkImport = appending("bulk_import", "bulk", [1, 50, 200]);
export const insertInto = appending("insert_into", "inserted", [1, 20, 70]);

/** Replaces a table: afterwards it has the old rows or the new ones, all of them. */
export const replaceTable: Scenario<void> = {
  name: "to_svc, replace",
  act: async ({ client, seed, world }) => {
    const name = `written.replaced`;
    const options = { if_exists: "replace", index: false, time_col: "time" } as const;
    await to_svc(frame(5, -1), name, world.truth, options);
    const writer = seed % 2 === 0 ? "bulk_import" : "insert_into";
    await to_svc(frame(30, seed), name, client, { ...options, writer });
  },
  check: async (run) => {
    expectSame("the rows", await rowsIn(run, "replaced", "true"), plain(frame(30, run.seed)));
  },
  checkFailure: async (run) => {
    const present = await rowsIn(run, "replaced", "true");
    const old = present.length === 5;
    expectSame("the rows", present, plain(old ? frame(5, -1) : frame(30, run.seed)));
  },
};
