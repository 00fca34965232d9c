import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";

/** The sample table as stored by the service. */
export async function makeDatabase(file) {
  const source = fileURLToPath(
    new URL("../../node_modules/vega-datasets/data/flights-3m.parquet", import.meta.url),
  );
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(
    `create table flights as select epoch(cast(date as timestamp))::bigint as time, delay, distance, origin, destination
     from read_parquet('${source.replaceAll("'", "''")}')`,
  );
  connection.closeSync();
  instance.closeSync();
}
