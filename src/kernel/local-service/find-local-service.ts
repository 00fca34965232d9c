import { connectProven } from "../../core/local-service/prove-service.ts";
import { readServiceFile } from "../../core/local-service/service-file.ts";

const PROBE_TIMEOUT_MS = 2_000;

/** URL of the local service of a data folder, if it replies and proves to be this user's: the port may now belong to another program. */
export async function findLocalService(home: string): Promise<string | null> {
  try {
    const service = await readServiceFile(home);
    if (service === null) return null;
    (await connectProven(service, PROBE_TIMEOUT_MS)).destroy();
    return service.url;
  } catch {
    // Damaged, being replaced by a starting service, or foreign: no service replies yet.
    return null;
  }
}
