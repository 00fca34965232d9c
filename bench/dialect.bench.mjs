import { performance } from "node:perf_hooks";
// Cost of the dialects: parsing and translating the corpus, and translated queries against hand-written SQL of the engine, on three million flights.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installLibrary } from "../dist/engine/library/install-library.js";
import { translate } from "../dist/dialect/translate.js";
import { openDatabase } from "../dist/engine/database/database.js";
import { createCatalogue } from "../dist/engine/run/read-catalogue.js";
import { TableShapes } from "../dist/engine/run/table-shapes.js";
import { createRunner } from "../dist/engine/run/create-runner.js";
import { loadSamples } from "../dist/engine/samples/load-samples.js";
import { median, rounds } from "./lib/measure.mjs";

const FLIGHTS = '"svc-data".sample_datasets.flights';
/** Ten queries as analysts write them, and as an expert on the engine would. */
const QUERIES = [
  ["count by origin", "presto", "select origin, count(*) c from flights group by origin order by c desc", `select origin, count(*) c from ${FLIGHTS} group by origin order by c desc`],
  ["mean delay by day", "presto", "select date_trunc('day', from_unixtime(time)) d, avg(delay) a from flights group by 1 order by 1", `select date_trunc('day', make_timestamp(time * 1000000)) d, avg(delay) a from ${FLIGHTS} group by 1 order by 1`],
  ["a time range", "presto", "select count(*) from flights where td_time_range(time, '2001-02-01', '2001-02-02')", `select count(*) from ${FLIGHTS} where time >= 980985600 and time < 981072000`],
  ["integer division", "presto", "select distance/100*100 b, count(*) from flights group by 1 order by 1", `select distance//100*100 b, count(*) from ${FLIGHTS} group by 1 order by 1`],
  ["percentiles", "presto", "select origin, approx_percentile(delay, 0.5) from flights group by 1", `select origin, quantile_disc(delay, 0.5) from ${FLIGHTS} group by 1`],
  ["case and filter", "presto", "select destination, count_if(delay > 60), sum(delay) filter (where delay > 0), max_by(origin, delay) from flights group by destination", `select destination, count(*) filter (where delay > 60), sum(delay) filter (where delay > 0), arg_max(origin, delay) from ${FLIGHTS} group by destination`],
  ["window", "presto", "select origin, n, rank() over (order by n desc) r from (select origin, count(*) n from flights group by origin) order by r limit 20", `select origin, n, rank() over (order by n desc) r from (select origin, count(*) n from ${FLIGHTS} group by origin) order by r limit 20`],
  ["text", "presto", "select upper(substr(origin, 1, 1)) k, count(distinct destination) from flights where destination like 'S%' group by 1", `select upper(substring(origin, 1, 1)) k, count(distinct destination) from ${FLIGHTS} where destination like 'S%' group by 1`],
  ["self join", "presto", "select count(*) from (select distinct origin from flights) a join (select destination, count(*) n from flights group by destination) b on a.origin = b.destination", `select count(*) from (select distinct origin from ${FLIGHTS}) a join (select destination, count(*) n from ${FLIGHTS} group by destination) b on a.origin = b.destination`],
  ["hive", "hive", "select from_unixtime(time, 'yyyy-MM-dd') d, sum(if(delay > 15, 1, 0)) / count(*) late from flights group by from_unixtime(time, 'yyyy-MM-dd') order by d", `select strftime(make_timestamp(time * 1000000), '%Y-%m-%d') d, count(*) filter (where delay > 15) / count(*) late from ${FLIGHTS} group by 1 order by 1`],
]; // prettier-ignore

function corpus() {
  const folder = fileURLToPath(new URL("../test/service/corpus", import.meta.url));
  return ["presto", "hive"].flatMap((dialect) =>
    readdirSync(join(folder, dialect)).flatMap((file) =>
      readFileSync(join(folder, dialect, file), "utf8")
        .split("\n")
        .map((line) => /^(?!# )(.*?) --[>:.]/.exec(line)?.[1])
        .filter((sql) => sql !== undefined && !/^(create|insert|drop|alter|delete|update)/i.test(sql))
        .map((sql) => ({ dialect, sql })),
    ),
  );
}

/** Rounds before the measured ones: a service translates for days, and its machine code is complete after about so many. */
const WARM_UP = 4;

/**
 * Times of statements that need nothing but the catalogue's tables, which are kept. SHOW, DESCRIBE and queries of information_schema ask the
 * engine; their times are mostly its own.
 */
async function translationRows(connection, changes) {
  const watch = { hasAsked: false };
  const watched = new Proxy(connection, {
    get(target, key) {
      watch.hasAsked = true;
      return target[key].bind(target);
    },
  });
  const catalogue = createCatalogue(watched, new TableShapes(changes), { mayWrite: false });
  const tables = readFileSync(new URL("../test/service/corpus/tables.sql", import.meta.url), "utf8");
  await connection.run('CREATE SCHEMA "svc-data".shop');
  for (const statement of tables.split(/;\n/)) if (statement.trim() !== "") await connection.run(statement);
  const times = { first: [], own: [], asking: [] };
  for (let round = 0; round < WARM_UP + rounds; round++)
    for (const { dialect, sql } of corpus()) {
      watch.hasAsked = false;
      const started = performance.now();
      try {
        await translate(sql, dialect, { database: "shop", scheduledTimeMs: 0, mayWrite: false, catalogue });
      } catch {
        continue; // Statements that depend on earlier ones.
      }
      const taken = performance.now() - started;
      if (round === 0) times.first.push(taken);
      else if (round >= WARM_UP) (watch.hasAsked ? times.asking : times.own).push(taken);
    }
  const row = (what, list, aim) => {
    list.sort((a, b) => a - b);
    const at = (share) => list[Math.floor(list.length * share)].toFixed(2);
    const ours = `median ${at(0.5)} ms, 99 % ${at(0.99)} ms`;
    return { what, ours, peer: "", ratio: "", aim };
  };
  return [
    row("read and rewrite a statement", times.own, "median 0.15, 99 % 5 ms"),
    row("the same in the first round of the process", times.first, ""),
    row("statements that ask the engine's catalogue", times.asking, ""),
  ];
}

async function drain(connection, sql) {
  const started = performance.now();
  const result = await connection.stream(sql);
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk());
  return performance.now() - started;
}

async function run(runner, dialect, sql) {
  const started = performance.now();
  const options = {
    dialect,
    database: "sample_datasets",
    scheduledTimeMs: 0,
    signal: new AbortController().signal,
    mayWrite: false,
  };
  for await (const batch of (await runner.run(sql, options)).batches)
    if (batch.rowCount < 0) throw new Error("no rows");
  return performance.now() - started;
}

export default async function measure() {
  const folder = mkdtempSync(join(tmpdir(), "svclib-bench-"));
  const database = await openDatabase({
    folder,
    prepare: installLibrary,
    load: (connection) => loadSamples(connection, () => undefined),
  });
  const runner = createRunner(database);
  try {
    const rows = await database.use("service", async (connection) => {
      const rows = await translationRows(connection, database.changes);
      const ratios = [];
      for (const [what, dialect, sql, byHand] of QUERIES) {
        const ours = () => run(runner, dialect, sql);
        const peer = () => drain(connection, byHand);
        const times = new Map([ours, peer].map((one) => [one, []]));
        // Each goes first in every second round.
        for (let round = 0; round <= rounds * 3; round++)
          for (const one of round % 2 === 0 ? [ours, peer] : [peer, ours]) {
            const taken = await one();
            if (round > 0) times.get(one).push(taken);
          }
        const [mine, byHandMs] = [ours, peer].map((one) => median(times.get(one)));
        const ratio = mine / byHandMs;
        ratios.push(ratio);
        rows.push({
          what,
          ours: `${mine.toFixed(1)} ms`,
          peer: `by hand: ${byHandMs.toFixed(1)} ms`,
          ratio: ratio.toFixed(2),
          aim: "<= 1.1",
        });
      }
      rows.push({
        what: "ten queries, median",
        ours: "",
        peer: "",
        ratio: median(ratios).toFixed(2),
        aim: "<= 1.1",
      });
      return rows;
    });
    return rows;
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
