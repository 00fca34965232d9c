import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { homedir } from "node:os";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Folder of the local service's data: `SVC_HOME`, else `~/.svclib`. */
export const serviceHome = (env: Environment): string => env["SVC_HOME"] || join(homedir(), ".svclib");

const PROBE_TIMEOUT_MS = 2_000;

/** Address that the running service of a data folder has written down; null when there is none. */
async function writtenUrl(home: string): Promise<string | null> {
  try {
    const { url } = JSON.parse(await readFile(join(home, "service.json"), "utf8")) as { url?: unknown };
    return typeof url === "string" ? url : null;
  } catch {
    // Missing, or being replaced by a service that starts: either way nobody answers yet.
    return null;
  }
}

/** Whether a service of this package answers there: the port may have gone to something else. */
function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(`${url}/v3/system/server_status`, { timeout: PROBE_TIMEOUT_MS }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => (body += text));
      response.on("error", () => resolve(false));
      response.on("end", () => resolve(response.statusCode === 200 && /"status"\s*:\s*"ok"/.test(body)));
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
  });
}

/** Address of the local service that uses a data folder, when it answers. */
export async function findLocalService(home: string): Promise<string | null> {
  const url = await writtenUrl(home);
  return url !== null && (await answers(url)) ? url : null;
}
