import { once } from "node:events";
import type { Database } from "../../../src/engine/database/database.ts";
import { createRunner } from "../../../src/engine/run/create-runner.ts";
import type { QueryRunner } from "../../../src/engine/contract/engine.ts";

/** A statement that runs until it is stopped and takes no processor time: for tests of what stops it. */
export const ENDLESS = "select 'runs until it is stopped' as n";

/** The embedded engine, in which {@link ENDLESS} does not end by itself. */
export function endlessRunner(database: Database): QueryRunner {
  const runner = createRunner(database);
  return {
    run: async (sql, options) => {
      if (!sql.includes(ENDLESS)) return runner.run(sql, options);
      const { signal } = options;
      if (!signal.aborted) await once(signal, "abort");
      throw signal.reason;
    },
  };
}
