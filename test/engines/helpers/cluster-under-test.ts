import type { ClusterOptions } from "../../../src/clusters/open-clusters.ts";
import type { StatementProtocol } from "../../../src/core/wire/statement/statement-headers.ts";
import { engineUrl } from "./engine-url.ts";
import { hiveOptions } from "./hive-options.ts";

/** Whether the engine under test is a HiveServer2; else it is a Trino or Presto. */
export const isHive = process.env["TRINO_URL"] === undefined;

/** The engine under test as a cluster of a service. Presto-era servers know only Presto's header names. */
export function clusterUnderTest(): ClusterOptions {
  const protocol = (process.env["TRINO_PROTOCOLS"] ?? "trino").split(",")[0] as StatementProtocol;
  return isHive
    ? { hive: hiveOptions() }
    : { presto: { url: engineUrl("TRINO_URL"), catalog: "memory", protocol } };
}
