import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { create_engine, read_svc_query, to_svc } from "../../../src/core/pandas-td.ts";
import { engineUrl } from "../helpers/engine-url.ts";
import { startClusterService, type ClusterService } from "../helpers/start-cluster-service.ts";
import { TPCH_QUERIES } from "./queries.ts";

const TABLES = ["region", "nation", "supplier", "customer", "part", "partsupp", "orders", "lineitem"];

type Row = Readonly<Record<string, unknown>>;

/** Compares Trino's answers on its own tables with those of the embedded engine on the same rows. */
describe("TPC-H at scale tiny", () => {
  let cluster: ClusterService;
  let embedded: ClusterService;

  const ask = async (service: ClusterService, sql: string): Promise<readonly Row[]> => {
    const result = await read_svc_query(sql, create_engine("presto:tiny", service.client), {});
    return result.objects() as Row[];
  };

  beforeAll(async () => {
    cluster = await startClusterService({ presto: { url: engineUrl("TRINO_URL"), catalog: "tpch" } });
    embedded = await startClusterService({});
    await embedded.client.create_database_if_not_exists("raw");
    await embedded.client.create_database_if_not_exists("tiny");
    for (const name of TABLES) {
      const rows = await read_svc_query(
        `SELECT * FROM ${name}`,
        create_engine("presto:tiny", cluster.client),
        {},
      );
      await to_svc(rows, `raw.${name}`, embedded.client, { index: false, fmt: "msgpack" });
      // An import keeps numbers and text only: the queries convert the dates back.
      const columns = rows
        .columnNames()
        .map((column) => (column.endsWith("date") ? `CAST(${column} AS date) AS ${column}` : column));
      await ask(embedded, `CREATE TABLE tiny.${name} AS SELECT ${columns.join(", ")} FROM raw.${name}`);
    }
  });
  afterAll(async () => {
    await cluster.close();
    await embedded.close();
  });

  test("both engines have the same rows", async () => {
    for (const name of TABLES) {
      const sql = `SELECT count(*) AS n FROM ${name}`;
      expect([name, await ask(embedded, sql)]).toEqual([name, await ask(cluster, sql)]);
    }
  });

  test.each(Object.entries(TPCH_QUERIES))("%s", async (_, sql) => {
    const [theirs, ours] = [await ask(cluster, sql), await ask(embedded, sql)];
    expect(alike(ours, theirs)).toEqual(sorted(theirs));
  });
});

/**
 * Matches `rows` with `model`: rows that are equal in the ORDER BY may be in another order, and the last digits of sums of doubles
 * depend on the order of addition, so a double close to the model's is replaced by the model's.
 */
function alike(rows: readonly Row[], model: readonly Row[]): Row[] {
  const models = sorted(model);
  return sorted(rows).map((row, index) => {
    const other = models[index] ?? {};
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, isNear(value, other[name]) ? other[name] : value]),
    );
  });
}

function isNear(a: unknown, b: unknown): boolean {
  return typeof a === "number" && typeof b === "number" && Math.abs(a - b) <= 1e-9 * Math.abs(b);
}

/** Sorts by all values but the doubles. */
function sorted(rows: readonly Row[]): Row[] {
  const key = (row: Row): string =>
    JSON.stringify(
      Object.values(row).map((value) =>
        Number.isInteger(value) || typeof value === "string" ? String(value) : null,
      ),
    );
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
