import { expect, test } from "@jest/globals";
import type { Catalogue } from "../../src/dialect/catalogue.ts";
import type { Dialect } from "../../src/dialect/dialect.ts";
import type { SqlError } from "../../src/dialect/sql-error.ts";
import { usesIn } from "../../src/dialect/sql/macro-uses.ts";
import { LIBRARY } from "../../src/dialect/storage-names.ts";
import { translate } from "../../src/dialect/translate.ts";
import { shapes } from "../generator/sizes.ts";
import { tablesOf } from "../generator/tables.ts";

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
    const { length } = usesIn(
      JSON.stringify(plan).replaceAll(JSON.stringify(`${LIBRARY}.`).slice(1, -1), "~"),
      [],
    );
    return length;
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
      if (typeof more === "number" && more > MOST_TIMES * some) grown.push(`${name}: ${some}, ${more}`);
    }
    expect(grown).toEqual([]);
    expect(count).toBeGreaterThan(dialect === "hive" ? 400 : 700);
  },
);
