// This folder: starts the local service for a notebook without one, once for all notebooks.

import { resolve, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { connectProven } from "../../core/local-service/prove-service.ts";
import { readServiceFile, serviceHome } from "../../core/local-service/service-file.ts";
import { makeFolder, removeFile, isAlive } from "../../system/system.ts";
import { serviceCommand, spawnService } from "./spawn-service.ts";
import type { Environment } from "../../core/options/option-forms.ts";

export interface LocalServiceOptions {
  readonly env?: Environment;
  /** Command that runs the service on a data folder. */
  readonly command?: (home: string, idleMinutes: number) => readonly string[];
}

/** The service exits after this long without use; live kernels ping it. */
const IDLE_MINUTES = 30;
const PING_EVERY_MS = (IDLE_MINUTES * 60_000) / 3;
const PROBE_TIMEOUT_MS = 2_000;
const POLL_EVERY_MS = 50;
/** The first start loads the sample data. */
const START_TIMEOUT_MS = 180_000;
/** Error of a service that finds another one in its folder, which is starting, or too busy to reply at once. */
const FOLDER_IN_USE = /is in use by another service/;
const IN_USE_TIMEOUT_MS = 30_000;

/**
 * The local service, shared by the kernels of a user: found by `service.json` in the data folder, started if none replies, and
 * kept from exiting while this kernel lives.
 */
export class LocalService {
  readonly #home: string;
  readonly #needed: boolean;
  readonly #command: (home: string, idleMinutes: number) => readonly string[];
  readonly #announced = new Set<string>();
  #ping: NodeJS.Timeout | undefined;

  constructor({ env = process.env, command = serviceCommand }: LocalServiceOptions = {}) {
    this.#home = serviceHome(env);
    this.#needed = !env["SVC_API_KEY"] && !env["SVC_API_SERVER"] && !env["SVC_PROFILE"];
    this.#command = command;
  }

  /**
   * Makes sure that the service replies, unless another one is configured.
   *
   * @param isOwn - Whether SQL over local tables needs it, whatever is configured.
   * @param say - Receives lines for the notebook: that the service is being started, and once, which one is used.
   * @throws Error with why it can't be started; the signal's reason on abort.
   */
  async ensure(signal: AbortSignal, say: (line: string) => void, isOwn = false): Promise<void> {
    if (!this.#needed && !isOwn) return;
    const url = (await findLocalService(this.#home)) ?? (await this.#start(signal, say));
    this.#ping ??= setInterval(() => void findLocalService(this.#home), PING_EVERY_MS).unref();
    const why = this.#needed ? "SVC_API_KEY is not set; using" : "SQL over local tables runs on";
    if (this.#announced.has(why)) return;
    this.#announced.add(why);
    say(`svclib: ${why} the local service at ${url}\n`);
  }

  close(): void {
    clearInterval(this.#ping);
  }

  /** Of several kernels that come here at once, one starts the service and the others wait for it. */
  async #start(signal: AbortSignal, say: (line: string) => void): Promise<string> {
    await makeFolder(resolve(this.#home));
    let deadline = performance.now() + START_TIMEOUT_MS;
    let release: (() => Promise<void>) | null = null;
    let failed: Promise<never> | null = null;
    let inUse: Error | null = null;
    try {
      say("svclib: starting the local service ...\n");
      while (performance.now() < deadline) {
        signal.throwIfAborted();
        const url = await findLocalService(this.#home);
        if (url !== null) return url;
        if (!release) {
          release = await takeStartLock(this.#home);
          // Another kernel may have started it a moment ago.
          if (release) continue;
        }
        if (release) failed ??= spawnService(this.#home, this.#command(this.#home, IDLE_MINUTES));
        try {
          await Promise.race([sleep(POLL_EVERY_MS), ...(failed && !inUse ? [failed] : [])]);
        } catch (error) {
          if (!FOLDER_IN_USE.test((error as Error).message)) throw error;
          inUse = error as Error;
          deadline = performance.now() + IN_USE_TIMEOUT_MS;
        }
      }
    } finally {
      await release?.();
    }
    const late = `The local service did not answer within ${START_TIMEOUT_MS / 1000} s; its data is in ${this.#home}`;
    throw inUse ?? new Error(late);
  }
}

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

/** Longer than any start takes; by then the process id may belong to another process. */
const STALE_MS = 240_000;
/** For a lock without content, which its holder writes at once. */
const EMPTY_STALE_MS = 10_000;

/** A lock whose holder is gone, and the only file that may replace it. */
interface StaleLock {
  readonly path: string;
  readonly successor: string;
}

/**
 * Lets one process at a time start the service of a data folder. A stale lock (holder gone, or too old) is not deleted when found,
 * because two finders would race and one would delete the other's new lock. Instead a successor file named after it is created,
 * which only one process can do.
 *
 * @returns releases the lock; null while another process holds it.
 */
async function takeStartLock(home: string): Promise<(() => Promise<void>) | null> {
  const stale: StaleLock[] = [];
  for (let path = join(home, "starting.lock"); ;) {
    if (await create(path)) {
      // The successor's holder deletes the stale locks on release. If one is missing already, another chain has begun.
      const stillThere = await Promise.all(stale.map((lock) => isStillThere(home, lock)));
      const release = async (): Promise<void> => {
        for (const each of [...stale.map((lock) => lock.path), path]) await removeFile(each);
      };
      if (stillThere.every(Boolean)) return release;
      await removeFile(path);
      return null;
    }
    const lock = await findStale(home, path);
    if (!lock) return null;
    stale.push(lock);
    path = lock.successor;
  }
}

async function create(path: string): Promise<boolean> {
  try {
    await writeFile(path, `${process.pid} ${randomUUID()}`, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function isStillThere(home: string, { path, successor }: StaleLock): Promise<boolean> {
  return (await findStale(home, path))?.successor === successor;
}

/** @returns null for a lock that is held or was just released. */
async function findStale(home: string, path: string): Promise<StaleLock | null> {
  const [text, info] = await Promise.all([readFile(path, "utf8"), stat(path)]).catch(() => [null, null]);
  if (text === null || info === null) return null;
  const [holder, name = `${info.ino}-${info.mtimeMs}`] = text.split(" ");
  const ageMs = Date.now() - info.mtimeMs;
  const isStale = text === "" ? ageMs > EMPTY_STALE_MS : !isAlive(Number(holder)) || ageMs > STALE_MS;
  return isStale ? { path, successor: join(home, `starting.${name}.lock`) } : null;
}
