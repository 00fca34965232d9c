import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../../src/core/connect.ts";
import type { Client } from "../../../src/core/client.ts";
import { startService, type Service } from "../../../src/service/start-service.ts";
import { startFaultProxy, type FaultProxy } from "./fault-proxy.ts";

/** A service with known contents, a proxy in front of it, and a client that bypasses the proxy to see the true state. */
export interface FaultWorld {
  readonly service: Service;
  readonly proxy: FaultProxy;
  readonly truth: Client;
  close(): Promise<void>;
}

export const FIXED_TABLES = ["alpha", "beta", "gamma"];

export async function openFaultWorld(): Promise<FaultWorld> {
  const folder = await mkdtemp(join(tmpdir(), "svc-faults-"));
  const service = await startService({ dataDir: folder });
  const proxy = await startFaultProxy(service.url);
  const truth = connect(service.apikey, service.url, { env: {} });
  for (const database of ["fixed", "written"]) await truth.create_database_if_not_exists(database);
  for (const name of FIXED_TABLES) {
    await truth.query(`create table ${name} (n bigint, t varchar)`, { db: "fixed" });
    await truth.query(`insert into ${name} values (1, 'a'), (2, 'b')`, { db: "fixed" });
  }
  return {
    service,
    proxy,
    truth,
    close: async () => {
      truth.close();
      await proxy.close();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
