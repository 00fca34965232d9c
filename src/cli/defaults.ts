import { homedir } from "node:os";
import { join } from "node:path";

/** Where the local service listens unless told otherwise: the {base_url} of the interface. */
export const defaultPort = 8190;

/** `SVC_HOME`, else `~/.svclib`. */
export function defaultDataDir(): string {
  return process.env["SVC_HOME"] || join(homedir(), ".svclib");
}
