import { describe, expect, test } from "@jest/globals";
import { interrupt_all } from "../../src/core/interrupt/interrupt.ts";
import type { Fetch } from "../../src/core/http/fetch-types.ts";
import { connect, create_engine, read_svc_job, read_svc_query } from "../../src/core/pandas-td.ts";
import type { Client } from "../../src/core/client.ts";
import type { Table } from "../../src/core/table/table.ts";
import { runningService } from "./lib/running-service.ts";
import { ENDLESS } from "../service/helpers/endless-statement.ts";
import { longTest } from "../jest/short-form.ts";

// Results that are read in parts, or not to their end.

const svc = runningService();

const ROWS = 150_000;
const NUMBERS = `select n, if(n % 3 = 0, null, concat('text ', cast(n as varchar))) as t, n * 0.5e0 as d
  from (select a * 500 + b as n from unnest(sequence(0, ${ROWS / 500 - 1})) as x(a) cross join unnest(sequence(0, 499)) as y(b)) order by n`;

async function gathered(parts: AsyncIterable<Table>): Promise<Table[]> {
  const tables: Table[] = [];
  for await (const part of parts) tables.push(part);
  return tables;
}

/** Statuses of the requests that end a query on the service. */
function endsSeenBy(client: Client): number[] {
  const ends: number[] = [];
  client.on({
    response: ({ what, status }) => /^(?:kill job|cancel statement)/.test(what) && ends.push(status ?? 0),
  });
  return ends;
}

/** Resolves once the client waits for its query's rows. */
const afterFirstPoll = (client: Client): Promise<void> =>
  new Promise((resolve) => {
    client.on({ request: ({ url }) => /job\/status|statement\/./.test(url) && resolve() });
  });

const rowsOf = (tables: readonly Table[]): unknown[] =>
  tables.flatMap((table) => table.objects() as object[]);
const textsOf = (tables: readonly Table[]): string[] =>
  tables.flatMap((table) => table.objects().map((row) => JSON.stringify(row)));

describe.each([
  ["as a job", { force_job: true }],
  ["on the direct path", {}],
] as const)("a stream %s", (_, how) => {
  test("yields the rows of the query in order, in several tables", async () => {
    const tables = await gathered(svc.con.stream(NUMBERS, how));
    const whole = await svc.con.query(NUMBERS, how);
    expect(tables.length).toBeGreaterThan(2);
    expect(textsOf(tables)).toEqual(textsOf([whole]));
    expect(tables[1]?.types).toEqual(whole.types);
  });

  test("of no rows yields one table with the columns", async () => {
    const [only, ...others] = await gathered(svc.con.stream("select 1 as a where false", how));
    expect(only?.columnNames()).toEqual(["a"]);
    expect(only?.numRows()).toBe(0);
    expect(others).toEqual([]);
  });

  test("has dates and the index in each table", async () => {
    const sql = "select 1700000000 + n as at, n from (select n from unnest(sequence(1, 3)) as t(n))";
    const [part] = await gathered(svc.con.stream(sql, { ...how, index_col: "at", parse_dates: ["at"] }));
    expect(part?.index).toEqual(["at"]);
    expect(part?.get("at", 0)).toBeInstanceOf(Date);
  });

  test("can be left early, and fails if the query fails", async () => {
    for await (const part of svc.con.stream(NUMBERS, how)) {
      expect(part.get("n", 0)).toBe(0);
      break;
    }
    await expect(gathered(svc.con.stream("select nothing", how))).rejects.toThrow(/nothing/);
  });

  test("throws the error of a query that fails after its first rows", async () => {
    let rows = 0;
    const read = async (): Promise<void> => {
      for await (const part of svc.con.stream(`select 1 / (n - 149000) as q from (${NUMBERS}) as x`, how))
        rows += part.numRows();
    };
    await expect(read()).rejects.toThrow("Division by zero");
    expect(rows).toBeLessThan(149_000);
  });

  test("ends when it is interrupted", async () => {
    const left = async (): Promise<void> => {
      for await (const part of svc.con.stream(NUMBERS, how)) {
        expect(part.numRows()).toBeGreaterThan(0);
        interrupt_all();
      }
    };
    await expect(left()).rejects.toThrow("interrupted");
  });

  test("and its query end on the service with their client", async () => {
    const client = connect(svc.service.apikey, svc.service.url, { database: "db1" });
    const ends = endsSeenBy(client);
    await expect(
      Promise.all([gathered(client.stream(ENDLESS, how)), afterFirstPoll(client).then(() => client.close())]),
    ).rejects.toThrow(/^interrupted: /);
    expect(ends).toEqual([expect.any(Number)]);
    await expect(gathered(client.stream(ENDLESS, how))).rejects.toThrow("the client is closed");
  });

  test("ends when its client is closed between two tables", async () => {
    const client = connect(svc.service.apikey, svc.service.url, { database: "db1" });
    const read = async (): Promise<void> => {
      for await (const part of client.stream(NUMBERS, how)) {
        expect(part.numRows()).toBeGreaterThan(0);
        client.close();
      }
    };
    await expect(read()).rejects.toThrow("interrupted");
  });

  test("and its query end when the loop is ended while it waits for rows", async () => {
    const client = connect(svc.service.apikey, svc.service.url, { database: "db1" });
    const ends = endsSeenBy(client);
    const polled = afterFirstPoll(client);
    const parts = client.stream(ENDLESS, how)[Symbol.asyncIterator]();
    const waiting = expect(parts.next()).rejects.toThrow(/^interrupted: /);
    await polled;
    expect(await parts.return?.()).toEqual({ done: true, value: undefined });
    await waiting;
    expect(ends).toEqual([expect.any(Number)]);
    client.close();
  });

  test("and a table are truncated at the limit", async () => {
    const cut = await svc.con.query(NUMBERS, { ...how, limit: 20_001 });
    expect(cut.numRows()).toBe(20_001);
    expect(cut.get("n", 20_000)).toBe(20_000);
    const tables = await gathered(svc.con.stream(NUMBERS, { ...how, limit: 20_001 }));
    expect(textsOf(tables)).toEqual(textsOf([cut]));
    expect((await svc.con.query("select 1 as a", { ...how, limit: 5 })).objects()).toEqual([{ a: 1 }]);
    expect((await svc.con.query("select 1 as a", { ...how, limit: 0 })).objects()).toEqual([]);
  });
});

test("a job's stream can be read again, one of the direct path only once", async () => {
  const again = svc.con.stream("select 1 as a", { force_job: true });
  expect(rowsOf(await gathered(again))).toEqual([{ a: 1 }]);
  expect(rowsOf(await gathered(again))).toEqual([{ a: 1 }]);
  expect((await svc.con.list_jobs())[0]?.query).toContain("Client#stream");
  const once = svc.con.stream("select 1 as a");
  await gathered(once);
  await expect(gathered(once)).rejects.toThrow("the direct path keeps no result");
});

test("a table has its job's id and the row count before the limit", async () => {
  const engine = create_engine("presto:db1", svc.con);
  const cut = await read_svc_query(NUMBERS, engine, { limit: 10 });
  expect(cut.numRows()).toBe(10);
  expect(cut.source).toEqual({
    job_id: expect.any(Number),
    rows: ROWS,
    elapsedMs: expect.any(Number),
  });
  const id = cut.source?.job_id as number;
  const read = await read_svc_job(id, engine, { limit: 3, index_col: "n" });
  expect(read.filter((d: { n: number }) => d.n > 0).numRows()).toBe(2);
  expect(read.filter((d: { n: number }) => d.n > 0).source?.job_id).toBe(id);
  await expect(read_svc_query("select 1", engine, { limit: 1.5 })).rejects.toThrow(
    "limit must be an integer of 0 or more, or null for all rows, not 1.5",
  );
});

longTest(
  "a result rewritten for another client during a download is an error that says so; it can be read again",
  async () => {
    const whole = await svc.con.query(
      "select random() as r from unnest(sequence(1, 1000)) as x(a) cross join unnest(sequence(1, 900)) as y(b)",
      { force_job: true },
    );
    const id = whole.source?.job_id ?? 0;
    const { apikey, url } = svc.service;
    let broken = false;
    async function* untilRewritten(body: AsyncIterable<Uint8Array | string>) {
      let bytes = 0;
      for await (const piece of body) {
        yield piece;
        bytes += piece.length;
        if (bytes > 3 * 2 ** 20) break;
      }
      broken = true;
      const headers = { authorization: `TD1 ${apikey}` };
      await (await fetch(`${url}/v3/job/result/${id}?format=msgpack.gz`, { headers })).arrayBuffer();
      throw new Error("the connection was lost");
    }
    const breaking: Fetch = async (address, init) => {
      const reply = await fetch(address, init as RequestInit);
      if (broken || !address.includes("/job/result/") || reply.body === null) return reply;
      const body = untilRewritten(reply.body);
      return {
        status: reply.status,
        headers: reply.headers,
        body,
        text: () => reply.text(),
        arrayBuffer: () => reply.arrayBuffer(),
      };
    };
    const other = connect(apikey, url, { database: "db1", fetch: breaking });
    const again = await other.get_job(id);
    let rows = 0;
    const read = async () => {
      for await (const part of again.stream()) rows += part.numRows();
    };
    await expect(read()).rejects.toThrow(
      `the result of job ${id} was rewritten while it was read; read it again`,
    );
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(900_000);
    expect((await again.result()).array("r")).toEqual(whole.array("r"));
    other.close();
  },
);
