import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { connect } from "../../src/core/connect.ts";
import { create_engine } from "../../src/core/query-engine.ts";
import { read_svc_query } from "../../src/core/read/read-query.ts";
import { startService, type Service } from "../../src/service/start-service.ts";

const KEYS = JSON.stringify({
  keys: [{ key: "1/a0b1c2d3e4f5a6b7c8d9", permission: "administrator", user_name: "local" }],
});

/** A service on an empty folder, with the same key and port each time. */
async function freshService(port: number): Promise<Service & { remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "svc-replaced-"));
  await writeFile(join(folder, "keys.json"), KEYS, { mode: 0o600 });
  const service = await startService({ dataDir: folder, port });
  const remove = async (): Promise<void> => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  };
  return Object.assign(service, { remove });
}

test("a service whose data were removed reuses ids: no query is refused, and none gets another's rows", async () => {
  const first = await freshService(0);
  const con = connect(first.apikey, first.url, { env: {} });
  try {
    await con.create_database_if_not_exists("db1");
    const engine = create_engine("presto:db1", con);
    expect((await read_svc_query("select 1 as n", engine)).objects()).toEqual([{ n: 1 }]);
    const [before] = await con.list_jobs();
    await first.remove();
    const second = await freshService(Number(new URL(first.url).port));
    try {
      await con.create_database_if_not_exists("db1");
      expect((await read_svc_query("select 2 as n", engine)).objects()).toEqual([{ n: 2 }]);
      const [after] = await con.list_jobs();
      expect(after?.job_id).toBe(before?.job_id);
      // The old job is gone; its id now belongs to another query.
      await expect(before?.refresh()).rejects.toMatchObject({
        name: "DecodeError",
        message: `job ${before?.job_id} now belongs to another query: the service's data was replaced; run the query again`,
      });
    } finally {
      await second.remove();
    }
  } finally {
    con.close();
  }
});
