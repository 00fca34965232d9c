import { afterAll, beforeAll } from "@jest/globals";
import type { ColumnTable } from "arquero";
import type { Client } from "../../../src/core/client.ts";
import { create_engine, read_svc_query, to_svc, type ToSvcOptions } from "../../../src/core/pandas-td.ts";
import type { SparkWriter } from "../../../src/core/writer.ts";
import { hiveOptions } from "./hive-options.ts";
import { startClusterService, type ClusterService } from "./start-cluster-service.ts";

/** A table of the database `default` that a spark writer fills and hive jobs read. */
export interface SparkTarget {
  readonly client: Client;
  readonly write: (frame: ColumnTable, options?: ToSvcOptions) => Promise<void>;
  readonly read: (sql: string) => Promise<Record<string, unknown>[]>;
  /** Tables of the database whose names match. */
  readonly tables: (name: RegExp) => Promise<string[]>;
}

/** Starts a service in front of the HiveServer2 before the tests of a block, and closes it afterwards. */
export function sparkTarget(table: string, writer: () => SparkWriter): SparkTarget {
  let service: ClusterService | undefined;
  beforeAll(async () => {
    service = await startClusterService({ hive: hiveOptions() });
  });
  afterAll(() => service?.close());
  const client = (): Client => (service as ClusterService).client;
  return {
    get client() {
      return client();
    },
    write: (frame, options = {}) =>
      to_svc(frame, `default.${table}`, client(), { writer: writer(), index: false, ...options }),
    read: async (sql) =>
      (await read_svc_query(sql, create_engine("hive:default", client()))).objects() as Record<
        string,
        unknown
      >[],
    tables: async (name) =>
      (await client().list_tables("default")).map((one) => one.name).filter((text) => name.test(text)),
  };
}
