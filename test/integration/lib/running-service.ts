import { afterAll, beforeAll } from "@jest/globals";
import type { Client } from "../../../src/core/client.ts";
import { connect } from "../../../src/core/pandas-td.ts";
import { openTestService, type OpenTestService } from "../../../src/testing/open-test-service.ts";
import { endlessRunner } from "../../service/helpers/endless-statement.ts";

/** A local service on a free port for the tests of one file, and a client of it whose database is `db1`. */
export interface RunningService {
  readonly con: Client;
  readonly service: OpenTestService;
}

/** Starts the service before the file's tests and stops it afterwards; the fields can be read within tests. */
export function runningService(): RunningService {
  let service: OpenTestService;
  let con: Client;
  beforeAll(async () => {
    service = await openTestService({ data: { db1: {} }, createRunner: endlessRunner });
    con = connect(service.apikey, service.url, { database: "db1" });
  });
  afterAll(async () => {
    con.close();
    await service.close();
  });
  return {
    get con() {
      return con;
    },
    get service() {
      return service;
    },
  };
}
