import { open, readFile, type FileHandle } from "node:fs/promises";
import { replaceFile } from "../replace-file.ts";
import type { Job } from "./job.ts";

/** A line of the journal: the id of a job and the fields that changed. The first line of a file may only say the last id given. */
interface JournalLine extends Partial<Job> {
  readonly id?: string;
  readonly lastId?: number;
  /** The job was forgotten. */
  readonly gone?: true;
}

/**
 * The jobs on disk: one JSON line per change, only ever appended to. `write` answers once the line would survive a power
 * cut; lines written at the same time share one sync.
 */
export class JobJournal {
  readonly #file: FileHandle;
  #pending: string[] = [];
  #flush: Promise<void> | null = null;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  write(id: string, change: Partial<Job>): Promise<void> {
    return this.#append({ ...change, id });
  }

  forget(ids: readonly string[]): Promise<void> {
    return Promise.all(ids.map((id) => this.#append({ id, gone: true }))).then(() => undefined);
  }

  async close(): Promise<void> {
    await this.#flush?.catch(() => undefined);
    await this.#file.close();
  }

  #append(line: JournalLine): Promise<void> {
    this.#pending.push(`${JSON.stringify(line)}\n`);
    // Everything that arrives while one sync runs goes out with the next.
    const before = this.#flush ?? Promise.resolve();
    if (this.#pending.length === 1) {
      const flush = before.catch(() => undefined).then(() => this.#writePending());
      this.#flush = flush;
    }
    return this.#flush as Promise<void>;
  }

  async #writePending(): Promise<void> {
    const text = this.#pending.join("");
    this.#pending = [];
    const { size } = await this.#file.stat();
    try {
      await this.#file.appendFile(text);
      await this.#file.datasync();
    } catch (error) {
      // On a full disk half a line may be there: the next one must not follow it.
      await this.#file.truncate(size);
      throw error;
    }
  }
}

/** What a journal held. */
export interface JournalContent {
  readonly jobs: Job[];
  readonly lastId: number;
}

/** Reads a journal, writes it anew with one line per job, and opens it for more. */
export async function openJobJournal(
  path: string,
): Promise<{ journal: JobJournal; content: JournalContent }> {
  const content = parseJournal(await readIfThere(path), path);
  const lines: JournalLine[] = [{ lastId: content.lastId }, ...content.jobs];
  await replaceFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), 0o600);
  return { journal: new JobJournal(await open(path, "a", 0o600)), content };
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

/** @throws when a line in the middle can't be read; a last line without its end was being written in a crash and does not count. */
export function parseJournal(text: string, path: string): JournalContent {
  const jobs = new Map<string, Job>();
  let lastId = 0;
  const lines = text.split("\n");
  lines.pop();
  for (const [index, line] of lines.entries()) {
    let change: JournalLine;
    try {
      change = JSON.parse(line) as JournalLine;
    } catch (cause) {
      throw new Error(
        `Line ${index + 1} of the job journal ${path} is damaged; move the file away to start without it.`,
        {
          cause,
        },
      );
    }
    if (change.lastId !== undefined) lastId = Math.max(lastId, change.lastId);
    const { id } = change;
    if (id === undefined) continue;
    lastId = Math.max(lastId, Number(id));
    if (change.gone) jobs.delete(id);
    else jobs.set(id, { ...jobs.get(id), ...(change as Job) });
  }
  return { jobs: [...jobs.values()], lastId };
}
