import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../../src/core/connect.ts";
import type { Client } from "../../../src/core/client.ts";
import { openTestService } from "../../../src/testing/open-test-service.ts";
import { spawnService, type ServiceProcess } from "../../faults/lib/crash/service-process.ts";
import { engineUrl } from "../helpers/engine-url.ts";
import { openDuckdbAlone, type DuckdbAlone } from "./duckdb-alone.ts";
import { engineText, prestoText, roundedText } from "./presto-text.ts";
import { alikeRows } from "./alike-rows.ts";

const GIGABYTE = 1024 ** 3;
/** Of the service; its engine's operators have 0.6 of it, and so has DuckDB alone. Both have a thread for each processor. */
const MEMORY = 6 * GIGABYTE;
const OPERATORS = 0.6 * MEMORY;
/** Each query is timed so often. */
const TIMES = 3;

/** Queries that add as many rounded quotients. */
const ROUNDED: Readonly<Record<string, number>> = { "tpcds q66": 2 };

const data = engineUrl("TPC_DATA");
const queriesOf = (benchmark: string): [number: number, text: string][] =>
  JSON.parse(readFileSync(join(data, `${benchmark}.json`), "utf8")) as [number, string][];

let folder: string;
let service: ServiceProcess;

/** The tables come as Parquet files; then the service is one as users start it. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svc-tpc-"));
  const tables = { tpch: join(data, "tpch", "*.parquet"), tpcds: join(data, "tpcds", "*.parquet") };
  const loading = await openTestService({ dataDir: folder, data: tables, memoryBytes: MEMORY });
  await loading.close();
  service = await spawnService(folder, { args: ["--memory", `${MEMORY / GIGABYTE}GB`] }).ready;
});
afterAll(async () => {
  await service.stop("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

describe.each(["tpch", "tpcds"])("%s", (benchmark) => {
  const times: { readonly query: string; readonly ours: number; readonly alone: number }[] = [];
  let client: Client;
  let alone: DuckdbAlone;

  beforeAll(async () => {
    client = connect(service.apikey, service.url, { database: benchmark });
    const file = join(engineUrl("TPC_ALONE"), `${benchmark}.duckdb`);
    alone = await openDuckdbAlone(file, join(data, benchmark), OPERATORS);
  });
  afterAll(() => {
    client.close();
    alone.close();
    process.stderr.write(timeTable(benchmark, times));
  });

  test.each(queriesOf(benchmark).map(([number, text]) => ({ query: `${benchmark} q${number}`, text })))(
    "$query",
    async ({ query, text }) => {
      const [ours, theirs]: [number[], number[]] = [[], []];
      let answer: Answer = { rows: [], types: [] };
      for (let time = 0; time < TIMES; time++) {
        ours.push(await timed(async () => (answer = await ask(client, prestoText(text)))));
        theirs.push(await timed(() => alone.rows(engineText(text))));
      }
      times.push({ query, ours: median(ours), alone: median(theirs) });
      const { types } = answer;
      const expected = await alone.rows(roundedText(text));
      expect(alikeRows(answer.rows, expected, types, ROUNDED[query])).toEqual(expected);
    },
  );
});

interface Answer {
  readonly rows: readonly (readonly unknown[])[];
  /** The service's types. */
  readonly types: readonly string[];
}

async function ask(client: Client, sql: string): Promise<Answer> {
  const table = await client.query(sql);
  const names = table.columnNames();
  const types = names.map((name) => table.types[name] ?? "");
  const columns = names.map((name, i) => Array.from(table.array(name), (value) => plain(value, types[i]!)));
  return { rows: Array.from({ length: table.numRows() }, (_, row) => columns.map((one) => one[row])), types };
}

/** Decimals of many digits come as texts. */
const plain = (value: unknown, type: string): unknown =>
  value === null
    ? null
    : value instanceof Date
      ? value.toISOString().slice(0, 10)
      : typeof value === "bigint" || type.startsWith("decimal")
        ? Number(value)
        : value;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

/** Milliseconds of each query, the slowest beside DuckDB alone first, and of all. */
function timeTable(
  benchmark: string,
  times: readonly { readonly query: string; readonly ours: number; readonly alone: number }[],
): string {
  const line = (query: string, ours: number, alone: number): string =>
    `${query.padEnd(12)} ${ours.toFixed(0).padStart(8)} ms ${alone.toFixed(0).padStart(8)} ms ${(ours / alone).toFixed(2).padStart(7)}\n`;
  const sum = (of: "ours" | "alone"): number => times.reduce((total, time) => total + time[of], 0);
  const sorted = [...times].sort((a, b) => b.ours / b.alone - a.ours / a.alone);
  const lines = sorted.map(({ query, ours, alone }) => line(query, ours, alone));
  return `${"query".padEnd(12)} ${"svclib".padStart(11)} ${"alone".padStart(11)} ${"ratio".padStart(7)}\n${lines.join("")}${line(`${benchmark}, all`, sum("ours"), sum("alone"))}`;
}
