import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { removeAll, removeFile, makeFolder } from "../../system/system.ts";
import { KeyedMutex } from "../../system/mutex.ts";
import { replaceTextFile } from "../../system/replace-text-file.ts";

const PART = /^([\da-v]+)\.part$/;

/** Files of bulk import sessions: one folder per session with its record, its parts and the refused records. */
export class BulkFolder {
  readonly #root: string;
  readonly #writes = new KeyedMutex();

  constructor(root: string) {
    this.#root = root;
  }

  /** All sessions, oldest first. Removes folders without a record, which a crash left behind. */
  async readAll(): Promise<BulkSession[]> {
    const sessions: BulkSession[] = [];
    for (const id of await readdir(this.#root)) {
      let text: string;
      try {
        text = await readFile(this.#record(id), "utf8");
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
        await removeAll(join(this.#root, id));
        continue;
      }
      sessions.push(parseSession(text, this.#record(id)));
    }
    return sessions.sort((a, b) => a.createdAtMs - b.createdAtMs);
  }

  /** Serialized per session; each write stores the session's current state, so the last one is complete. */
  write(session: BulkSession): Promise<void> {
    return this.#writes.run(session.id, async () => {
      await makeFolder(join(this.#root, session.id));
      await replaceTextFile(this.#record(session.id), JSON.stringify(session));
    });
  }

  /** Runs after pending writes. */
  remove(session: BulkSession): Promise<void> {
    return this.#writes.run(session.id, async () => {
      // Without its record the next start removes what somebody keeps open now.
      await removeFile(this.#record(session.id));
      await removeAll(join(this.#root, session.id));
    });
  }

  /** Part names are arbitrary text. File names are in base 32, which Windows and macOS can't confuse by case. */
  partPath(session: BulkSession, part: string): string {
    // The leading 1 keeps the zeros behind it.
    const bits = BigInt(`0x1${Buffer.from(part).toString("hex")}`);
    return join(this.#root, session.id, `${bits.toString(32)}.part`);
  }

  async parts(session: BulkSession): Promise<string[]> {
    const files = await readdir(join(this.#root, session.id));
    return files.flatMap((file) => partName(PART.exec(file)?.[1])).sort();
  }

  errorPath(session: BulkSession): string {
    return join(this.#root, session.id, "errors.msgpack.gz");
  }

  #record(id: string): string {
    return join(this.#root, id, "session.json");
  }
}

function partName(file: string | undefined): string[] {
  if (file === undefined) return [];
  const bits = Array.from(file).reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n);
  return [Buffer.from(bits.toString(16).slice(1), "hex").toString()];
}

function parseSession(text: string, path: string): BulkSession {
  try {
    const session = JSON.parse(text) as Partial<BulkSession>;
    const { id, name, database, table, status, createdAtMs } = session;
    const texts = [id, name, database, table, status];
    if (texts.every((field) => typeof field === "string") && typeof createdAtMs === "number")
      return session as BulkSession;
  } catch {
    // Reported like an invalid record.
  }
  throw new Error(
    `The record ${path} of a bulk import session is damaged; remove its folder to start without that session.`,
  );
}

/** In this order; freezing only sets `uploadFrozen`. */
type BulkStatus = "uploading" | "performing" | "ready" | "committing" | "committed";

export interface BulkSession {
  /** Names its folder and its stage, and is its commit's idempotency key; never reused. */
  readonly id: string;
  readonly name: string;
  readonly database: string;
  readonly table: string;
  readonly createdAtMs: number;
  status: BulkStatus;
  uploadFrozen: boolean;
  jobId: string | null;
  validRecords: number | null;
  errorRecords: number | null;
  validParts: number | null;
  errorParts: number | null;
}

/** The session in the protocol's form. */
export function bulkSessionJson(session: BulkSession): Record<string, unknown> {
  return {
    name: session.name,
    bulk_import: session.name,
    database: session.database,
    table: session.table,
    status: session.status,
    upload_frozen: session.uploadFrozen,
    job_id: session.jobId,
    valid_records: session.validRecords,
    error_records: session.errorRecords,
    valid_parts: session.validParts,
    error_parts: session.errorParts,
  };
}
