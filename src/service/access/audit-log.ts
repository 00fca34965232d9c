import { appendFile, stat } from "node:fs/promises";
import { ifThere, removeFile, renameFile } from "../../system/system.ts";

/** A job or statement that has ended. Never a key, and never a row. */
export interface AuditEntry {
  readonly user: string;
  /** The job's or the statement's. */
  readonly id: string;
  readonly type: string;
  readonly database: string;
  readonly outcome: "success" | "error" | "killed";
  /** From its arrival to its end. */
  readonly ms: number;
  readonly rows: number;
  /** Only if the operator asks for it: a statement may contain what others must not read. */
  readonly sql?: string;
}

export type Audit = (entry: AuditEntry) => void;

/** A file's size, and the number of files that are kept beside it. */
const MAX_BYTES = 10 * 1024 * 1024;
const KEPT = 5;
/** Entries wait so long for others, and their requests for none. */
const DELAY_MS = 200;
/** Entries in memory, if the disk takes none: more are left out, and counted. */
const MOST_WAITING = 10_000;

/** Appends to a file for its owner alone: a line of JSON per entry. A full one becomes `PATH.1`, that `PATH.2`, and so on. */
export class AuditLog {
  readonly #path: string;
  readonly #onFault: (error: unknown) => void;
  readonly #maxBytes: number;
  #lines: string[] = [];
  #leftOut = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string, onFault: (error: unknown) => void, maxBytes = MAX_BYTES) {
    this.#path = path;
    this.#onFault = onFault;
    this.#maxBytes = maxBytes;
  }

  /** Returns at once. @param atMs - The end, unix milliseconds. */
  add(entry: AuditEntry, atMs: number): void {
    if (this.#lines.length >= MOST_WAITING) this.#leftOut++;
    else this.#lines.push(`${JSON.stringify({ time: new Date(atMs).toISOString(), ...entry })}\n`);
    this.#timer ??= setTimeout(() => this.#write(), DELAY_MS).unref();
  }

  async close(): Promise<void> {
    this.#write();
    await this.#writing;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines.length === 0) return;
    const lines = this.#lines;
    if (this.#leftOut > 0) lines.push(`${JSON.stringify({ left_out: this.#leftOut })}\n`);
    this.#lines = [];
    this.#leftOut = 0;
    this.#writing = this.#writing.then(() => this.#append(lines.join(""))).catch(this.#onFault);
  }

  async #append(text: string): Promise<void> {
    const size = (await ifThere(stat(this.#path)))?.size ?? 0;
    if (size > 0 && size + text.length > this.#maxBytes) await this.#rotate();
    await appendFile(this.#path, text, { mode: 0o600 });
  }

  async #rotate(): Promise<void> {
    await removeFile(`${this.#path}.${KEPT}`);
    for (let i = KEPT - 1; i >= 0; i--) {
      const from = i === 0 ? this.#path : `${this.#path}.${i}`;
      if ((await ifThere(stat(from))) !== null) await renameFile(from, `${this.#path}.${i + 1}`);
    }
  }
}
