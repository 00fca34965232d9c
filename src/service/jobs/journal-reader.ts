import type { FileHandle } from "node:fs/promises";
import type { Job } from "./job.ts";
import { missingField, strangeField } from "./journal-form.ts";

/** A line of the journal: the id of a job and the fields that changed. The first line of a file may only say the last id given. */
export interface JournalLine extends Partial<Job> {
  readonly id?: string;
  readonly lastId?: number;
  /** The job was forgotten. */
  readonly gone?: true;
}

/** What a journal held. */
export interface JournalContent {
  readonly jobs: Job[];
  readonly lastId: number;
}

/** Read at once; requests have their turn between. */
const CHUNK_BYTES = 1 << 18;
const NEW_LINE = 10;

/** Puts the lines of a journal together. */
export class JournalReader {
  readonly #path: string;
  readonly #jobs = new Map<string, Job>();
  readonly #gone = new Set<string>();
  #lastId = 0;
  #count = 0;

  /** @param path - Named when a line is damaged. */
  constructor(path: string) {
    this.#path = path;
  }

  /** @throws when the line can't be read, or is of another form: the journal is written anew with what was understood, and nothing else. */
  add(line: string): void {
    this.#count++;
    let change: JournalLine;
    try {
      change = JSON.parse(line) as JournalLine;
    } catch (cause) {
      throw this.#fault("is damaged", cause);
    }
    if (typeof change !== "object" || change === null) throw this.#fault("is damaged");
    const strange = strangeField(change);
    if (strange !== null) throw this.#fault(`has a field ${strange} in another form`);
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
    // A change that came after its job was forgotten makes no job.
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

/** Reads the first `size` bytes of a journal. A last line without its end was being written in a crash and does not count. */
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
