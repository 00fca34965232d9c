import { expect, test } from "@jest/globals";
import type { Catalogue } from "../../src/dialect/catalogue.ts";
import type { Dialect } from "../../src/dialect/dialect.ts";
import type { SqlError } from "../../src/dialect/sql-error.ts";
import type { Plan } from "../../src/dialect/plan.ts";
import { macroBody } from "../../src/dialect/sql/macros.ts";
import { LIBRARY } from "../../src/dialect/storage-names.ts";
import { translate } from "../../src/dialect/translate.ts";
import { shapes } from "../generator/sizes.ts";
import { tablesOf } from "../generator/tables.ts";

const sqlOf = (plan: Plan): string[] => {
  if (plan.kind === "query") return [plan.sql.sql];
  if (plan.kind === "explain") return [plan.query.sql];
  return plan.kind === "write" ? plan.steps.map(({ sql }) => sql.sql) : [];
};

/** Characters of SQL with the library's macros as the engine writes them out. */
const sizeOf = (sql: string): number =>
  macroBody({ body: sql.replaceAll(`${LIBRARY}.`, "~"), parameters: [] }).size;

/** Characters of the engine's SQL that a statement compiles to, with the library's macros as the engine writes them out, or the kind of its error. */
async function compiled(sql: string, dialect: Dialect): Promise<number | string> {
  const catalogue: Catalogue = {
    describe: ({ database, table }) => {
      const known = tablesOf(dialect).find(({ name }) => name === table);
      return Promise.resolve(known === undefined ? null : { database, name: table, columns: known.columns });
    },
    databases: () => Promise.resolve(["shop"]),
    tables: () => Promise.resolve([]),
    viewText: () => Promise.resolve(null),
    comments: () => Promise.resolve({ table: null, columns: new Map() }),
  };
  try {
    const plan = await translate(sql, dialect, {
      database: "shop",
      scheduledTimeMs: 0,
      mayWrite: true,
      catalogue,
    });
    return sqlOf(plan).reduce((size, sql) => size + sizeOf(sql), 0);
  } catch (error) {
    expect((error as Error).name).toBe("SqlError");
    return (error as SqlError).kind;
  }
}

/** Beside what a size adds, a statement may have columns or keys that each part repeats. */
const MOST_TIMES = 4.5;

test.each(["presto", "hive"] as const)(
  "in %s every construct, inside itself and in rows, grows with its statement or is refused by a limit",
  async (dialect) => {
    const grown: string[] = [];
    let count = 0;
    for (const { name, sql } of shapes(dialect)) {
      const some = await compiled(sql(24), dialect);
      if (typeof some === "string") continue;
      count++;
      const more = await compiled(sql(48), dialect);
      if (typeof more === "string" || more <= MOST_TIMES * some) continue;
      // A short one may become long enough to be bound, which adds to each of its parts once.
      const most = await compiled(sql(96), dialect);
      if (typeof most === "number" && most > MOST_TIMES * more)
        grown.push(`${name}: ${some}, ${more}, ${most}`);
    }
    expect(grown).toEqual([]);
    expect(count).toBeGreaterThan(dialect === "hive" ? 400 : 700);
  },
);
