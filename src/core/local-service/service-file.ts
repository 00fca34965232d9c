// This folder: finds the local service that runs on this machine, and makes it prove that it is the user's.

import { join } from "node:path";
import { homeFolder } from "../../system/system.ts";
import { ConfigError } from "../errors.ts";
import { readOwnFile } from "../files/read-own-file.ts";
import type { Environment } from "../options/option-forms.ts";

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
  const elsewhere = "set SVC_HOME to a folder of your own";
  const text = await readOwnFile(path, {
    unreadable: `the file with the local service's address; ${elsewhere}`,
    foreign: elsewhere,
    open: "restrict it with chmod 600 and start the local service again",
  });
  return text === null ? null : parse(text, path);
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
