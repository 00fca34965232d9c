import type { FileHandle } from "node:fs/promises";
import type { Job } from "./job.ts";

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
  #lastId = 0;
  #count = 0;

  /** @param path - Named when a line is damaged. */
  constructor(path: string) {
    this.#path = path;
  }

  /** @throws when the line can't be read. */
  add(line: string): void {
    this.#count++;
    let change: JournalLine;
    try {
      change = JSON.parse(line) as JournalLine;
    } catch (cause) {
      throw new Error(
        `Line ${this.#count} of the job journal ${this.#path} is damaged; move the file away to start without it.`,
        { cause },
      );
    }
    if (change.lastId !== undefined) this.#lastId = Math.max(this.#lastId, change.lastId);
    const { id } = change;
    if (id === undefined) return;
    this.#lastId = Math.max(this.#lastId, Number(id));
    const known = this.#jobs.get(id);
    if (change.gone) this.#jobs.delete(id);
    // A change that came after its job was forgotten makes no job.
    else if (known !== undefined || change.query !== undefined)
      this.#jobs.set(id, { ...known, ...(change as Job) });
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
