import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Service, type ServiceOptions, startService } from "../../../src/service/start-service.ts";
import { oncePerRun } from "../../jest/once-per-run.ts";

/** Starts a service with the sample tables in a new folder. They are loaded once per run, and copied for the other services. */
export async function startSampledService(options: ServiceOptions): Promise<Service> {
  const loaded = await oncePerRun("samples", async (folder) => {
    const service = await startService({ dataDir: folder, samples: true });
    await service.close();
  });
  mkdirSync(options.dataDir, { recursive: true });
  for (const name of ["format.json", "svc-data.duckdb"])
    copyFileSync(join(loaded, name), join(options.dataDir, name));
  return startService({ ...options, samples: true });
}
