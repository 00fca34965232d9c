// A client's steps, run in order by any runtime (`npm run test:runtimes`). Each step prints a line of JSON.
import assert from "node:assert/strict";
import process from "node:process";

const { SVC_API_KEY: apikey, SVC_API_SERVER: endpoint, SVC_HOME } = process.env;
let svclib;
let client;
let engine;

const steps = {
  "every entry can be imported": async () => {
    svclib = await import("svclib");
    await Promise.all(
      ["svclib/pandas_td", "svclib/query_engine", "svclib/writer"].map((name) => import(name)),
    );
    client = svclib.connect(apikey, endpoint, { database: "runtimes" });
    engine = svclib.create_engine("presto:runtimes", client);
    await client.create_database_if_not_exists("runtimes");
  },
  "a query gives exact values": async () => {
    const table = await svclib.read_svc_query(
      "select 9007199254740993 as big, 0.5e0 as half, null as nothing, '東京' as text, array[1, 2] as list",
      engine,
    );
    assert.deepEqual(table.objects(), [
      { big: 9007199254740993n, half: 0.5, nothing: null, text: "東京", list: [1, 2] },
    ]);
  },
  "values go into a query as literals": async () => {
    const query = svclib.sql`select ${"O'Neil"} as name, ${[1, 2].length} as n`;
    assert.deepEqual((await svclib.read_svc_query(query, engine)).objects(), [{ name: "O'Neil", n: 2 }]);
  },
  "a hundred thousand rows arrive whole": async () => {
    const table = await svclib.read_svc_query(
      "select a.n * 1000 + b.n as n, 'text ' || cast(b.n as varchar) as t from unnest(sequence(0, 99)) a(n), unnest(sequence(0, 999)) b(n)",
      engine,
    );
    assert.equal(table.numRows(), 100_000);
    assert.equal(new Set(table.array("n")).size, 100_000);
  },
  "a result streams": async () => {
    let rows = 0;
    for await (const part of client.stream("select n from unnest(sequence(1, 5000)) t(n)"))
      rows += part.numRows();
    assert.equal(rows, 5000);
  },
  "an AbortSignal ends the query on the service": async () => {
    const aborted = new AbortController();
    const reading = svclib.read_svc_query(
      "select count(*) from unnest(sequence(1, 10000)) a(x), unnest(sequence(1, 10000)) b(y), unnest(sequence(1, 10000)) c(z) where x + y + z = 3",
      engine,
      { signal: aborted.signal },
    );
    setTimeout(() => aborted.abort(), 300);
    await assert.rejects(reading);
    const [job] = await client.list_jobs();
    await job.wait();
    assert.equal(job.status, "killed");
  },
  "an error names its place": async () => {
    const failing = svclib.read_svc_query("select\n  nothing", engine);
    await assert.rejects(failing, ({ name, line, column }) => {
      assert.deepEqual([name, line, column], ["QueryError", 2, 3]);
      return true;
    });
  },
  "a table is written and read back": async () => {
    const rows = [
      { id: 1, name: "a", at: new Date("2026-01-02T03:04:05Z") },
      { id: 2, name: null, at: new Date("2026-01-03T00:00:00Z") },
    ];
    await svclib.to_svc(rows, "runtimes.written", client, {
      if_exists: "replace",
      index: false,
      time_col: "at",
      fmt: "msgpack",
    });
    const table = await svclib.read_svc_table("written", engine, {
      columns: ["time", "id", "name"],
      time_range: ["2026-01-02", "2026-01-03"],
      parse_dates: { time: "s" },
    });
    assert.deepEqual(table.objects(), [{ time: new Date("2026-01-02T03:04:05Z"), id: 1, name: "a" }]);
  },
  "the direct path answers": async () => {
    assert.deepEqual((await client.query("select 1 as one")).objects(), [{ one: 1 }]);
  },
  "a table becomes an Arrow stream": async () => {
    const table = await svclib.read_svc_query("select 1 as one, 'a' as letter", engine);
    const { fromArrow } = await import("arquero");
    assert.deepEqual(fromArrow(table.toArrowIPC()).objects(), [{ one: 1, letter: "a" }]);
  },
  "a local service is found by its file, and proves itself": async () => {
    const local = svclib.connect(null, null, { env: { SVC_HOME } });
    assert.ok((await local.list_databases()).some(({ name }) => name === "runtimes"));
    await local[Symbol.asyncDispose]();
    await assert.rejects(local.list_databases());
  },
};

for (const [name, step] of Object.entries(steps)) {
  try {
    await step();
    console.log(JSON.stringify({ name, passed: true }));
  } catch (error) {
    console.log(JSON.stringify({ name, passed: false, error: String(error?.stack ?? error).slice(0, 2000) }));
  }
}
client?.close();
process.exit(0);
