import { randomUUID } from "node:crypto";
import { join } from "node:path";
import process from "node:process";
import { makeFolder, removeAllSync, removeFile } from "../../system/system.ts";
import type { Environment } from "../options/option-forms.ts";
import { serviceHome } from "../local-service/service-file.ts";
import { LOCAL_FOLDER } from "../wire/local-request.ts";
import { processState } from "../process-state.ts";

/** A file that the local service's engine can read. */
export interface SessionFile {
  readonly path: string;
  /** As in a request: `<session>/<file>`. */
  readonly request: string;
}

/**
 * This process's folder in the data folder of the local service: what lies in it can be used in statements of this process, which alone
 * know its name. It goes with the process.
 */
export class LocalSession {
  readonly #name = `${process.pid}-${randomUUID()}`;
  readonly #root: string;
  #files = 0;

  /** @param home - Data folder of the local service. */
  constructor(home: string) {
    this.#root = join(home, LOCAL_FOLDER);
    process.once("exit", () => removeAllSync(join(this.#root, this.#name)));
  }

  /** A path for a new file, in a folder that exists. */
  async newFile(ending: string): Promise<SessionFile> {
    const file = `${++this.#files}.${ending}`;
    await makeFolder(join(this.#root, this.#name));
    return { path: join(this.#root, this.#name, file), request: `${this.#name}/${file}` };
  }

  async remove({ path }: SessionFile): Promise<void> {
    await removeFile(path);
  }
}

const sessions = processState("local-sessions", () => new Map<string, LocalSession>());

/** The session of this process with the local service of an environment. */
export function localSession(env: Environment): LocalSession {
  const home = serviceHome(env);
  let session = sessions.get(home);
  if (session === undefined) sessions.set(home, (session = new LocalSession(home)));
  return session;
}
