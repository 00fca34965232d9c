import { expect, test } from "@jest/globals";
import { ConfigError } from "../../../src/core/errors.ts";
import { read_svc_job, read_svc_query, read_svc_table } from "../../../src/core/pandas-td.ts";

test.each<[string, (engine: never) => Promise<unknown>]>([
  ["read_svc_query", (engine) => read_svc_query("select 1", engine)],
  ["read_svc_table", (engine) => read_svc_table("t", engine)],
  ["read_svc_job", (engine) => read_svc_job(1, engine)],
])("%s without an engine says how to get one", async (name, read) => {
  for (const engine of [undefined, null, "presto:db", {}])
    await expect(read(engine as never)).rejects.toThrow(
      new ConfigError(
        `${name}: the second argument is not an engine; create one: create_engine("presto:sample_datasets")`,
      ),
    );
});
