import { randomUUID } from "node:crypto";
import { open, truncate, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { Mutex } from "../async/mutex.ts";
import { removeFile, renameFile, syncFolder } from "../../system/system.ts";
import type { Job } from "./job.ts";
import { readJournal, type JournalContent, type JournalLine } from "./journal-reader.ts";

export interface JournalOptions {
  /** A journal smaller than this is not written anew while it is in use. @default 4 MiB */
  readonly leastBytes?: number;
  /** Called when the journal could not be written anew: it stays as it is, and grows on. */
  readonly onFault?: (error: unknown) => void;
}

const LEAST_BYTES = 4 * 2 ** 20;
/** It is written anew when it has grown to so many times what it held when it was last. */
const GROWTH = 4;
/** Characters of lines that are written at once. */
const CHUNK_LENGTH = 1 << 18;
/** The descriptor of a file handle that was closed. */
const CLOSED = -1;

/**
 * The jobs on disk: one JSON line per change, appended. `write` answers once the line would survive a power cut; lines written at
 * the same time share one sync. When most of the file is of the past it is written anew, with one line per job: beside the old file,
 * which takes its place in one step, so that a crash leaves the one or the other, each with all that was answered.
 */
export class JobJournal {
  readonly #path: string;
  readonly #options: JournalOptions;
  readonly #turns = new Mutex();
  #file: FileHandle;
  /** Bytes of whole lines. */
  #size: number;
  /** Half a line may follow them. */
  #torn = false;
  #rewriteAt: number;
  #rewriting: Promise<void> | null = null;
  #pending: string[] = [];
  #flush: Promise<void> = Promise.resolve();

  constructor(path: string, { file, size }: { file: FileHandle; size: number }, options: JournalOptions) {
    this.#path = path;
    this.#options = options;
    this.#file = file;
    this.#size = size;
    this.#rewriteAt = this.#limitOf(size);
  }

  write(id: string, change: Partial<Job>): Promise<void> {
    return this.#append({ ...change, id });
  }

  forget(ids: readonly string[]): Promise<void> {
    return Promise.all(ids.map((id) => this.#append({ id, gone: true }))).then(() => undefined);
  }

  async close(): Promise<void> {
    await this.#rewriting;
    await this.#turns.run(() => this.#file.close());
  }

  #append(line: JournalLine): Promise<void> {
    this.#pending.push(lineText(line));
    // Everything that arrives while one sync runs goes out with the next.
    if (this.#pending.length === 1) this.#flush = this.#turns.run(() => this.#writePending());
    return this.#flush;
  }

  async #writePending(): Promise<void> {
    const bytes = Buffer.from(this.#pending.join(""));
    this.#pending = [];
    // It could not be opened again after it was written anew.
    if (this.#file.fd === CLOSED) this.#file = await openJournal(this.#path);
    if (this.#torn) await this.#cut();
    try {
      await this.#file.appendFile(bytes);
      await this.#file.datasync();
    } catch (error) {
      // On a full disk half a line may be there: the next one must not follow it.
      this.#torn = true;
      // Where that fails too it is tried again before the next line.
      await this.#cut().catch(() => undefined);
      throw error;
    }
    this.#size += bytes.length;
    if (this.#size >= this.#rewriteAt) this.#rewriting ??= this.#rewrite();
  }

  async #cut(): Promise<void> {
    // By its path: Windows does not shorten a file by a handle that appends.
    await truncate(this.#path, this.#size);
    this.#torn = false;
  }

  #limitOf(size: number): number {
    return Math.max(this.#options.leastBytes ?? LEAST_BYTES, GROWTH * size);
  }

  /** Never rejects. Lines are appended to the old file meanwhile, and copied at the end. */
  async #rewrite(): Promise<void> {
    const from = this.#size;
    try {
      const content = await readJournal(this.#file, from, this.#path);
      const fresh = await writeFresh(this.#path, content);
      const freshSize = fresh.size;
      await this.#turns.run(() => this.#replaceBy(fresh, from));
      this.#rewriteAt = this.#limitOf(freshSize);
    } catch (error) {
      this.#rewriteAt = this.#limitOf(this.#size);
      this.#options.onFault?.(error);
    } finally {
      this.#rewriting = null;
    }
  }

  /** Nothing is appended while this runs. @param from - Where the lines begin that the fresh file lacks. */
  async #replaceBy({ file, path, size }: FreshFile, from: number): Promise<void> {
    try {
      const late = Buffer.alloc(this.#size - from);
      for (let at = 0; at < late.length;) {
        const { bytesRead } = await this.#file.read(late, at, late.length - at, from + at);
        if (bytesRead === 0) throw new Error(`The job journal ${this.#path} is shorter than it was.`);
        at += bytesRead;
      }
      await file.appendFile(late);
      await file.sync();
      // Windows renames no open file, and over none.
      await file.close();
      await this.#file.close();
      await renameFile(path, this.#path);
      this.#size += size - from;
      this.#torn = false;
      await syncFolder(dirname(this.#path));
    } catch (error) {
      await dropFresh({ file, path, size });
      throw error;
    } finally {
      if (this.#file.fd === CLOSED) this.#file = await openJournal(this.#path);
    }
  }
}

/** Reads a journal, writes it anew with one line per job, and opens it for more. */
export async function openJobJournal(
  path: string,
  options: JournalOptions = {},
): Promise<{ journal: JobJournal; content: JournalContent }> {
  const content = await readWhole(path);
  const fresh = await writeFresh(path, content);
  try {
    await fresh.file.sync();
    await fresh.file.close();
    await renameFile(fresh.path, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await dropFresh(fresh);
    throw error;
  }
  const file = await openJournal(path);
  return { journal: new JobJournal(path, { file, size: fresh.size }, options), content };
}

const openJournal = (path: string): Promise<FileHandle> => open(path, "a+", 0o600);

async function readWhole(path: string): Promise<JournalContent> {
  await using file = await openJournal(path);
  return await readJournal(file, (await file.stat()).size, path);
}

/** A journal beside the one that it is to replace, open for appending. */
interface FreshFile {
  readonly file: FileHandle;
  readonly path: string;
  readonly size: number;
}

async function writeFresh(path: string, { jobs, lastId }: JournalContent): Promise<FreshFile> {
  const fresh = { path: `${path}.${randomUUID()}.tmp`, size: 0 };
  const file = await open(fresh.path, "ax+", 0o600);
  try {
    let text = lineText({ lastId });
    const put = async (): Promise<void> => {
      const bytes = Buffer.from(text);
      text = "";
      await file.appendFile(bytes);
      fresh.size += bytes.length;
    };
    for (const job of jobs) {
      text += lineText(job);
      if (text.length >= CHUNK_LENGTH) await put();
    }
    await put();
    return { ...fresh, file };
  } catch (error) {
    await dropFresh({ ...fresh, file });
    throw error;
  }
}

async function dropFresh({ file, path }: FreshFile): Promise<void> {
  await file.close();
  await removeFile(path);
}

function lineText(line: JournalLine): string {
  return `${JSON.stringify(line)}\n`;
}
