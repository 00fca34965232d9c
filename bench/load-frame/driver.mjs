// Times the engine alone: its own reader and driver load rows like the frame's from a CSV file into a table of a data file.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { report } from "../lib/measure.mjs";

const rows = Number(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), "svclib-bench-"));
const instance = await DuckDBInstance.create(join(folder, "data.duckdb"));
const connection = await instance.connect();
const file = `'${join(folder, "frame.csv")}'`;
const columns =
  "time bigint, delay bigint, distance double, hours double, root double, product double, origin varchar, destination varchar";
await connection.run(
  `copy (select i * 37 as time, i % 240 as delay, (i % 2999)::double as distance, i % 240 / 60.0::double as hours, sqrt(i % 2999) as root,
    (i % 240 * (i % 2999))::double as product, 'A' || i % 300 as origin, if(i % 7 = 0, null, 'B' || i % 290) as destination
    from range(${rows}) t(i)) to ${file}`,
);
await connection.run(`create table frame (${columns})`);
const started = performance.now();
await connection.run(`insert into frame from read_csv(${file})`);
report({ ms: performance.now() - started, rows });
connection.closeSync();
rmSync(folder, { recursive: true });
