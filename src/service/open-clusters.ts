import { HiveCatalogue } from "./hive-server/hive-catalogue.ts";
import { hiveDialect } from "./hive-server/hive-dialect.ts";
import type { HiveOptions } from "./hive-server/thrift/hive-options.ts";
import { HiveServerRunner } from "./hive-server/hive-server-runner.ts";
import { TrinoCatalogue } from "./trino/trino-catalogue.ts";
import { trinoDialect } from "./trino/trino-dialect.ts";
import type { TrinoOptions } from "./trino/protocol/trino-options.ts";
import { TrinoRunner } from "./trino/trino-runner.ts";
import type { Cluster } from "./cluster/cluster.ts";

/** The dialects that run on a cluster; others run in the embedded engine. */
export interface ClusterOptions {
  readonly presto?: TrinoOptions;
  readonly hive?: HiveOptions;
}

/** Does not connect yet. @throws ClusterConfigError */
export function openClusters({ presto, hive }: ClusterOptions): { presto?: Cluster; hive?: Cluster } {
  return {
    ...(presto ? { presto: trinoCluster(presto) } : {}),
    ...(hive ? { hive: hiveCluster(hive) } : {}),
  };
}

function trinoCluster(options: TrinoOptions): Cluster {
  const runner = new TrinoRunner(options);
  const catalogue = new TrinoCatalogue(runner, options.catalog);
  return { sql: trinoDialect, runner, catalogue, close: () => runner.close() };
}

function hiveCluster(options: HiveOptions): Cluster {
  const runner = new HiveServerRunner(options);
  return { sql: hiveDialect, runner, catalogue: new HiveCatalogue(options), close: () => Promise.resolve() };
}
