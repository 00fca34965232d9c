import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "@jest/globals";
import type { Client } from "../../../src/core/client.ts";
import { connect } from "../../../src/core/pandas-td.ts";
import { startService, type Service } from "../../../src/service/start-service.ts";

/** A local service on a free port for the tests of one file, and a client of it whose database is `db1`. */
export interface RunningService {
  readonly con: Client;
  readonly service: Service;
  /** Its data folder. */
  readonly folder: string;
}

/** Starts the service before the file's tests and stops it afterwards; the fields can be read within tests. */
export function runningService(): RunningService {
  let folder: string;
  let service: Service;
  let con: Client;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-integration-"));
    service = await startService({ dataDir: folder, port: 0 });
    con = connect(service.apikey, service.url, { database: "db1" });
    await con.create_database_if_not_exists("db1");
  });
  afterAll(async () => {
    con.close();
    await service.close();
    await rm(folder, { recursive: true });
  });
  return {
    get con() {
      return con;
    },
    get service() {
      return service;
    },
    get folder() {
      return folder;
    },
  };
}
