import type { Catalogue } from "../../src/dialect/catalogue.ts";
import { translate } from "../../src/dialect/translate.ts";
import type { Plan } from "../../src/dialect/plan.ts";
import { BIGINT, DOUBLE, VARCHAR } from "../../src/dialect/types/type.ts";
import type { Dialect } from "../../src/dialect/dialect.ts";

/** One table, `shop.t`, with the columns `id` bigint, `name` varchar and `price` double. */
const catalogue: Catalogue = {
  describe: ({ database, table: name }) =>
    Promise.resolve(
      database === "shop" && name === "t"
        ? {
            database,
            name,
            columns: [
              { name: "id", type: BIGINT },
              { name: "name", type: VARCHAR },
              { name: "price", type: DOUBLE },
            ],
          }
        : null,
    ),
  databases: () => Promise.resolve(["shop"]),
  tables: () => Promise.resolve([{ name: "t", view: false }]),
  viewText: () => Promise.resolve(null),
  comments: () => Promise.resolve({ table: null, columns: new Map() }),
};

/** The plan of a statement over `shop.t`. */
export const planOf = (sql: string, dialect: Dialect = "presto"): Promise<Plan> =>
  translate(sql, dialect, { database: "shop", scheduledTimeMs: 0, mayWrite: true, catalogue });

/** Translates a query over `shop.t` to the engine's SQL, with its column names. */
export async function translateQuery(
  sql: string,
  dialect: Dialect = "presto",
): Promise<{ sql: string; names: string[] }> {
  const plan = await planOf(sql, dialect);
  if (plan.kind !== "query") throw new Error(`not a query: ${sql}`);
  return { sql: plan.sql.sql, names: plan.columns.map((column) => column.name) };
}
