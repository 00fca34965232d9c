import { randomUUID } from "node:crypto";
import { open, truncate, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { Mutex } from "../../system/mutex.ts";
import { removeFile, renameFile, syncFolder } from "../../system/system.ts";
import type { Job } from "./job.ts";
import { readJournal, type JournalContent, type JournalLine } from "./journal-reader.ts";

export interface JournalOptions {
  /** A journal smaller than this is not compacted while in use. @default 4 MiB */
  readonly leastBytes?: number;
  /** Called when compaction failed: the old journal stays in use. */
  readonly onFault?: (error: unknown) => void;
}

const MIN_BYTES = 4 * 2 ** 20;
/** Compact when the file has grown by this factor since the last compaction, or by this many bytes: the next start reads all of it. */
const GROWTH = 4;
const GROWTH_BYTES = 16 * 2 ** 20;
/** Characters that are written in one piece during compaction. */
const CHUNK_LENGTH = 1 << 18;
/** `fd` of a closed file handle. */
const CLOSED = -1;

/**
 * Journal of jobs: one JSON line per change, appended. `write` resolves once the line would survive a power cut; concurrent
 * writes share one sync. When most lines are outdated the journal is compacted to one line per job: into a new file that
 * is renamed over the old one, so after a crash either of them is there, complete.
 */
export class JobJournal {
  readonly #path: string;
  readonly #options: JournalOptions;
  readonly #turns = new Mutex();
  #file: FileHandle;
  /** Bytes of complete lines. */
  #size: number;
  /** Whether a partial line may follow them. */
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
    // Lines that arrive during a sync are written by the next one.
    if (this.#pending.length === 1) this.#flush = this.#turns.run(() => this.#writePending());
    return this.#flush;
  }

  async #writePending(): Promise<void> {
    const bytes = Buffer.from(this.#pending.join(""));
    this.#pending = [];
    // Reopening after a compaction failed.
    if (this.#file.fd === CLOSED) this.#file = await openJournal(this.#path);
    if (this.#torn) await this.#cut();
    try {
      await this.#file.appendFile(bytes);
      await this.#file.datasync();
    } catch (error) {
      // A full disk may leave a partial line, which the next line must not follow.
      this.#torn = true;
      // If this fails too, it is retried before the next line.
      await this.#cut().catch(() => undefined);
      throw error;
    }
    this.#size += bytes.length;
    if (this.#size >= this.#rewriteAt) this.#rewriting ??= this.#rewrite();
  }

  async #cut(): Promise<void> {
    // By path, because Windows can't truncate through an append handle.
    await truncate(this.#path, this.#size);
    this.#torn = false;
  }

  #limitOf(size: number): number {
    return Math.max(this.#options.leastBytes ?? MIN_BYTES, Math.min(GROWTH * size, size + GROWTH_BYTES));
  }

  /** Compacts the journal. Never rejects. Lines appended meanwhile go to the old file and are copied at the end. */
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

  /** Runs with appends blocked. @param from - Offset of the first line that the compacted file lacks. */
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
      // Windows can't rename an open file, or over one.
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

/** Reads a journal, compacts it to one line per job, and opens it for appending. */
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

/** The compacted journal before it replaces the old one, open for appending. */
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
