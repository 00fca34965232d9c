import type { FileHandle } from "node:fs/promises";
import type { Job } from "./job.ts";
import { missingField, invalidField } from "./journal-form.ts";

/** A line of the journal: a job's id and its changed fields. The first line may give only the last id issued. */
export interface JournalLine extends Partial<Job> {
  readonly id?: string;
  readonly lastId?: number;
  /** The job was forgotten. */
  readonly gone?: true;
}

export interface JournalContent {
  readonly jobs: Job[];
  readonly lastId: number;
}

/** Bytes per read; requests are served in between. */
const CHUNK_BYTES = 1 << 18;
const NEW_LINE = 10;

/** Replays the lines of a journal. */
export class JournalReader {
  readonly #path: string;
  readonly #jobs = new Map<string, Job>();
  readonly #gone = new Set<string>();
  #lastId = 0;
  #count = 0;

  /** @param path - For error messages. */
  constructor(path: string) {
    this.#path = path;
  }

  /** @throws when the line is damaged or invalid: compaction keeps only what was understood, so nothing may be skipped. */
  add(line: string): void {
    this.#count++;
    let change: JournalLine;
    try {
      change = JSON.parse(line) as JournalLine;
    } catch (cause) {
      throw this.#fault("is damaged", cause);
    }
    if (typeof change !== "object" || change === null) throw this.#fault("is damaged");
    const invalid = invalidField(change);
    if (invalid !== null) throw this.#fault(`has a field ${invalid} in another form`);
    if (typeof change.lastId === "number") this.#lastId = Math.max(this.#lastId, change.lastId);
    else if (change.id === undefined) throw this.#fault("is of another form");
    const { id } = change;
    if (id === undefined) return;
    this.#lastId = Math.max(this.#lastId, Number(id));
    const known = this.#jobs.get(id);
    if (change.gone) {
      this.#jobs.delete(id);
      this.#gone.add(id);
    } else if (known !== undefined) this.#jobs.set(id, { ...known, ...change });
    // A change that follows its job's removal is ignored.
    else if (!this.#gone.has(id)) {
      const missing = missingField(change);
      if (missing !== null) throw this.#fault(`has a job without the field ${missing}`);
      this.#jobs.set(id, change as Job);
    }
  }

  #fault(what: string, cause?: unknown): Error {
    return new Error(
      `Line ${this.#count} of the job journal ${this.#path} ${what}; start the version of svclib that wrote it, or move the file away to start without it.`,
      { cause },
    );
  }

  get content(): JournalContent {
    return { jobs: [...this.#jobs.values()], lastId: this.#lastId };
  }
}

/** Reads the first `size` bytes of a journal. A last line without a newline was cut by a crash and is ignored. */
export async function readJournal(file: FileHandle, size: number, path: string): Promise<JournalContent> {
  const reader = new JournalReader(path);
  const buffer = Buffer.alloc(CHUNK_BYTES);
  let begun: Buffer[] = [];
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK_BYTES, size - at), at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const chunk = buffer.subarray(0, bytesRead);
    let start = 0;
    let end = chunk.indexOf(NEW_LINE);
    while (end >= 0) {
      reader.add(Buffer.concat([...begun, chunk.subarray(start, end)]).toString("utf8"));
      begun = [];
      start = end + 1;
      end = chunk.indexOf(NEW_LINE, start);
    }
    begun.push(Buffer.from(chunk.subarray(start)));
  }
  return reader.content;
}
