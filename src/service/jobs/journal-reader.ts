import type { FileHandle } from "node:fs/promises";
import { type Job, JOB_STATUSES, JOB_TYPES } from "./job.ts";

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
    const job = this.#jobs.get(id);
    if (change.gone) {
      this.#jobs.delete(id);
      this.#gone.add(id);
    } else if (job !== undefined) this.#jobs.set(id, { ...job, ...change });
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
  let lineStart: Buffer[] = [];
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK_BYTES, size - at), at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const chunk = buffer.subarray(0, bytesRead);
    let start = 0;
    let end = chunk.indexOf(NEW_LINE);
    while (end >= 0) {
      reader.add(Buffer.concat([...lineStart, chunk.subarray(start, end)]).toString("utf8"));
      lineStart = [];
      start = end + 1;
      end = chunk.indexOf(NEW_LINE, start);
    }
    lineStart.push(Buffer.from(chunk.subarray(start)));
  }
  return reader.content;
}

type Validator = (value: unknown) => boolean;

const text: Validator = (value) => typeof value === "string";
const flag: Validator = (value) => typeof value === "boolean";
const number: Validator = (value) => typeof value === "number";
const oneOf =
  (values: readonly string[]): Validator =>
  (value) =>
    values.includes(value as string);
const orNull =
  (form: Validator): Validator =>
  (value) =>
    value === null || form(value);
const columns: Validator = (value) =>
  Array.isArray(value) &&
  value.every(
    (column: { name?: unknown; type?: unknown } | null) => text(column?.name) && text(column?.type),
  );

/** Validators of a job's fields in the journal. */
const FORMS: { readonly [Field in keyof Required<Job>]: Validator } = {
  id: (value) => typeof value === "string" && /^\d{1,15}$/.test(value),
  type: oneOf(JOB_TYPES),
  database: text,
  query: text,
  priority: number,
  retryLimit: number,
  domainKey: orNull(text),
  scheduledTimeMs: number,
  userName: text,
  mayWrite: flag,
  roles: (value) => typeof value === "object" && value !== null,
  createdAtMs: number,
  status: oneOf(JOB_STATUSES),
  startedAtMs: orNull(number),
  endedAtMs: orNull(number),
  columns: orNull(columns),
  rowCount: orNull(number),
  readsBlocks: flag,
  local: (value) => Array.isArray(value),
  resultSize: orNull(number),
  blocksSize: orNull(number),
  output: text,
  fault: orNull(text),
};

/** Fields added in later versions, and those that are omitted when empty. */
const OPTIONAL: readonly string[] = ["roles", "scheduledTimeMs", "readsBlocks", "local", "blocksSize"];

/** The first field of a line with an invalid value; null if there is none. Unknown fields are kept. */
function invalidField(line: object): string | null {
  for (const [field, value] of Object.entries(line) as [string, unknown][])
    if (Object.hasOwn(FORMS, field) && !FORMS[field as keyof Job](value)) return field;
  return null;
}

/** A required field that the job lacks; null if it has all. */
function missingField(job: object): string | null {
  return Object.keys(FORMS).find((field) => !(field in job) && !OPTIONAL.includes(field)) ?? null;
}
