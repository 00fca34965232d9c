// This folder: engines on other machines: Trino or Presto, HiveServer2, Spark. The service loads it when one is configured. It may use the engine's
// contract and the dialect; of core its wire formats and blocks, spark/ also its writers.

import { HiveCatalogue } from "./hive-server/hive-catalogue.ts";
import { hiveDialect } from "./hive-server/hive-dialect.ts";
import type { HiveOptions } from "./hive-server/thrift/hive-options.ts";
import { HiveServerRunner } from "./hive-server/hive-server-runner.ts";
import { TrinoCatalogue } from "./trino/trino-catalogue.ts";
import { trinoDialect } from "./trino/trino-dialect.ts";
import type { TrinoOptions } from "./trino/protocol/trino-options.ts";
import { TrinoRunner } from "./trino/trino-runner.ts";
import type { Cluster } from "./cluster.ts";
import { statementPreparation, type PrepareStatement } from "./prepare-statement.ts";
import { ClusterStorage } from "./cluster-storage.ts";
import { RoutedStorage } from "./routed-storage.ts";
import type { ImportRecords, Stages, Storage } from "../engine/contract/storage.ts";

/** The dialects that run on a cluster; others run in the embedded engine. */
export interface ClusterOptions {
  readonly presto?: TrinoOptions | undefined;
  readonly hive?: HiveOptions | undefined;
}

/** Does not connect yet. @throws SettingError */
export function openClusters({ presto, hive }: ClusterOptions): { presto?: Cluster; hive?: Cluster } {
  const prepare = statementPreparation();
  return {
    ...(presto ? { presto: trinoCluster(presto, prepare) } : {}),
    ...(hive ? { hive: hiveCluster(hive, prepare) } : {}),
  };
}

/** One catalogue over clusters and the embedded engine. @param embedded - The engine, which also stages imports into clusters. */
export function routeStorage(
  clusters: readonly Cluster[],
  embedded: { readonly storage: Storage; readonly stages: Stages; readonly imports: ImportRecords },
  clock: () => number,
): RoutedStorage {
  return new RoutedStorage({
    embedded: embedded.storage,
    clusters: clusters.map((cluster) => new ClusterStorage(cluster, clock)),
    showEmbedded: clusters.length < 2,
    stages: embedded.stages,
    records: embedded.imports,
  });
}

function trinoCluster(options: TrinoOptions, prepare: PrepareStatement): Cluster {
  const runner = new TrinoRunner(options, prepare);
  const catalogue = new TrinoCatalogue(runner, options.catalog);
  return { sql: trinoDialect, runner, catalogue, close: () => runner.close() };
}

function hiveCluster(options: HiveOptions, prepare: PrepareStatement): Cluster {
  const runner = new HiveServerRunner(options, prepare);
  return { sql: hiveDialect, runner, catalogue: new HiveCatalogue(options), close: () => Promise.resolve() };
}
