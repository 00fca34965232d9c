// A thousand notebooks that run small queries on one service: on the embedded engine, and in front of a server of the statement protocol
// (another svclib). Peer: the same service with ten notebooks.
import { withService } from "./lib/service.mjs";
import { inFront, rows } from "./thousand-notebooks/rows.mjs";

/** Little work for the engine: the service is measured. */
const STOCKS = {
  engine: "presto:sample_datasets",
  sql: "select symbol, count(*) as n, avg(price) as mean from stocks group by 1 order by 1",
  rows: 5,
};

export default async function measure() {
  const embedded = await withService((server) => rows("embedded engine", server, STOCKS));
  const behind = await withService(({ url, apikey }) =>
    inFront("in front of another svclib", STOCKS, { "": url, "-catalog": "td-presto", "-user": apikey }),
  );
  return [...embedded, ...behind];
}
