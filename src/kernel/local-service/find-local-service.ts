import { connectProven } from "../../core/local-service/prove-service.ts";
import { readServiceFile } from "../../core/local-service/service-file.ts";

const PROBE_TIMEOUT_MS = 2_000;

/** Address of the local service that uses a data folder, when it answers and is this user's: the port may have gone to something else. */
export async function findLocalService(home: string): Promise<string | null> {
  try {
    const service = await readServiceFile(home);
    if (service === null) return null;
    (await connectProven(service, PROBE_TIMEOUT_MS)).destroy();
    return service.url;
  } catch {
    // Damaged, or being replaced by a service that starts, or nobody's: either way none answers yet.
    return null;
  }
}
