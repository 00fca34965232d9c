import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Service, type ServiceOptions, startService } from "../../../src/service/start-service.ts";
import { oncePerRun } from "../../jest/once-per-run.ts";

/** Fills a new data folder with the sample tables. They are loaded once per run, and copied. */
export async function copySamples(dataDir: string): Promise<void> {
  const loaded = await oncePerRun("samples", async (folder) => {
    const service = await startService({ dataDir: folder, samples: true });
    await service.close();
  });
  mkdirSync(dataDir, { recursive: true });
  for (const name of ["format.json", "svc-data.duckdb"])
    copyFileSync(join(loaded, name), join(dataDir, name));
}

/** Starts a service with the sample tables in a new folder. */
export async function startSampledService(options: ServiceOptions): Promise<Service> {
  await copySamples(options.dataDir);
  return startService({ ...options, samples: true });
}
