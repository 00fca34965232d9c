import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "../../../src/core/client.ts";
import { connect } from "../../../src/core/connect.ts";
import type { ClusterOptions } from "../../../src/clusters/open-clusters.ts";
import { logText } from "../../../src/engine/errors/log.ts";
import { startService } from "../../../src/service/start-service.ts";

export interface ClusterService {
  readonly url: string;
  readonly apikey: string;
  readonly client: Client;
  close(): Promise<void>;
}

/** A service in front of real engines, on a new folder, with a client. */
export async function startClusterService(clusters: ClusterOptions): Promise<ClusterService> {
  const dataDir = await mkdtemp(join(tmpdir(), "svc-cluster-"));
  const service = await startService({ dataDir, clusters, log: (entry) => console.error(logText(entry)) });
  const client = connect(service.apikey, service.url);
  return {
    url: service.url,
    apikey: service.apikey,
    client,
    close: async () => {
      client.close();
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
