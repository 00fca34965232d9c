import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { homeFolder } from "../../system/system.ts";
import { ConfigError } from "../errors.ts";
import type { Environment } from "../options/settings.ts";

/** The running local service's address and secrets, for its user's programs. */
export interface ServiceFile {
  /** `http://host:port` */
  readonly url: string;
  /** An administrator key. */
  readonly apikey: string;
  /** The service at `url` must prove that it knows this secret before it is sent anything; new at each start. */
  readonly secret: string;
}

/** Folder of the local service's data: `SVC_HOME`, else `~/.svclib`. */
export const serviceHome = (env: Environment): string => env["SVC_HOME"] || join(homeFolder(), ".svclib");

/**
 * Reads `service.json` from a local service's data folder.
 *
 * @returns null when the file does not exist: no service is running.
 * @throws ConfigError when it can't be read, is damaged, or other users could have read or written it.
 */
export async function readServiceFile(home: string): Promise<ServiceFile | null> {
  const path = join(home, "service.json");
  let file: FileHandle | undefined;
  let text: string;
  try {
    file = await open(path);
    await checkOwner(file, path);
    text = await file.readFile("utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError(
      `can't read ${path}, the file with the local service's address; set SVC_HOME to a folder of your own`,
      { cause },
    );
  } finally {
    await file?.close();
  }
  return parse(text, path);
}

/** Another user's file would send this user's queries to that user's service. */
async function checkOwner(file: FileHandle, path: string): Promise<void> {
  const own = process.getuid?.();
  // Windows has neither uid nor mode.
  if (own === undefined) return;
  const { uid, mode } = await file.stat();
  if (uid !== own)
    throw new ConfigError(`${path} belongs to another user (${uid}); set SVC_HOME to a folder of your own`);
  if ((mode & 0o077) !== 0)
    throw new ConfigError(
      `other users may read or change ${path}; restrict it with chmod 600 and start the local service again`,
    );
}

function parse(text: string, path: string): ServiceFile {
  let parsed: Partial<ServiceFile> | null = null;
  let fault: unknown;
  try {
    parsed = JSON.parse(text) as typeof parsed;
  } catch (cause) {
    fault = cause;
  }
  const { url, apikey, secret }: Partial<ServiceFile> = parsed ?? {};
  if (
    typeof url !== "string" ||
    typeof apikey !== "string" ||
    typeof secret !== "string" ||
    !URL.canParse(url)
  )
    throw new ConfigError(`${path} is damaged; start the local service again: npx svclib serve --samples`, {
      cause: fault,
    });
  return { url, apikey, secret };
}
