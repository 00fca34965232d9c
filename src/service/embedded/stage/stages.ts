import { open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { KeyedMutex, Mutex } from "../../async/mutex.ts";
import type { StageFile, StageLoad, StageLoaded } from "../../engine/storage.ts";
import { Fault } from "../../errors/fault.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { replaceFile } from "../../files/replace-file.ts";
import { ErrorRecords } from "../../imports/error-records.ts";
import type { ImportType } from "../../imports/import-type.ts";
import { loadRecords } from "../../imports/load-records.ts";
import type { RecordColumns } from "../../imports/record-columns.ts";
import { MsgpackFault } from "../../msgpack/msgpack-reader.ts";
import { parquetBlock } from "./parquet-block.ts";

/** A Parquet file of a stage. */
export interface StagedBlock {
  readonly path: string;
  readonly columns: readonly StagedColumn[];
}

export interface StagedColumn {
  readonly name: string;
  readonly type: ImportType;
}

/** What an uploaded file was turned into. A block's `path` is within the stage's folder. */
interface StagedFile {
  readonly records: number;
  readonly blocks: readonly StagedBlock[];
}

/** A stage that this process works on. */
interface Made {
  /** What was read ahead, by the file's key. */
  readonly ready: Map<string, StagedFile>;
  /** Its blocks may be read from now on, and must stay as they are. */
  isLoaded: boolean;
}

const STAGE_FILE = "stage.json";
/** Each holds a file open, and a stage can have thousands. */
const FLUSHES_AT_ONCE = 8;

/**
 * Imported rows that are not in their table yet: a folder a stage, with a Parquet file for each block of records, which the engine reads
 * on all its threads. A stage is there when its list of files is.
 */
export class Stages {
  readonly #root: string;
  /** Work on one stage goes one piece after another. */
  readonly #work = new KeyedMutex();
  readonly #made = new Map<string, Made>();
  /** Files are read ahead one at a time, so that what that takes does not grow with how many there are. */
  readonly #ahead = new Mutex();

  constructor(root: string) {
    this.#root = root;
  }

  /** Turns an uploaded file into blocks ahead of {@link load}. One that is not as it should be, or comes too late, is left to that. */
  readAhead(id: string, file: StageFile, signal?: AbortSignal): Promise<void> {
    return this.#ahead.run(() => this.#work.run(id, () => this.#readAhead(id, file, signal)));
  }

  async #readAhead(id: string, { path }: StageFile, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const made = await this.#open(id);
    if (made.isLoaded) return;
    const key = await keyOf(path);
    let isWhole = true;
    const timeOf = (): null => {
      isWhole = false;
      return null;
    };
    const file = await this.#read(id, path, key, timeOf, signal);
    if (isWhole) made.ready.set(key, file);
  }

  /** Makes a stage of files. @throws Fault for a file that can't be read; the refused records are written even so. */
  load(id: string, { files, arrival, refusedPath }: StageLoad, signal?: AbortSignal): Promise<StageLoaded> {
    return this.#work.run(id, async () => {
      const made = await this.#open(id);
      const refused = new ErrorRecords();
      const timeOf = (record: () => ReadonlyMap<string, unknown>): number | null => {
        if (arrival === null) refused.add(record());
        return arrival;
      };
      const blocks: StagedBlock[] = [];
      let records = 0;
      try {
        for (const { path, part } of files) {
          signal?.throwIfAborted();
          const key = await keyOf(path);
          const file =
            made.ready.get(key) ??
            (await this.#read(id, path, key, timeOf, signal).catch((error) => fail(error, part)));
          blocks.push(...file.blocks);
          records += file.records;
        }
      } finally {
        if (refusedPath !== null) await refused.write(refusedPath);
      }
      // Only now, a few at a time: while they were written, nobody waited for the disk.
      const rest = blocks.values();
      const flush = async (): Promise<void> => {
        for (const { path } of rest) await toDisk(this.#path(id, path));
      };
      await Promise.all(Array.from({ length: FLUSHES_AT_ONCE }, flush));
      await replaceFile(this.#path(id, STAGE_FILE), JSON.stringify(blocks), 0o600);
      made.isLoaded = true;
      return { records, refused: refused.count };
    });
  }

  /** The blocks of a stage in order; null where there is no such stage. */
  async blocks(id: string): Promise<readonly StagedBlock[] | null> {
    const blocks = await readJson<readonly StagedBlock[]>(this.#path(id, STAGE_FILE));
    return blocks && blocks.map(({ path, columns }) => ({ path: this.#path(id, path), columns }));
  }

  drop(id: string): Promise<void> {
    return this.#work.run(id, () => {
      this.#made.delete(id);
      return rm(this.#path(id), { recursive: true, force: true });
    });
  }

  async keep(ids: readonly string[]): Promise<void> {
    for (const id of await readdir(this.#root)) if (!ids.includes(id)) await this.drop(id);
  }

  async #open(id: string): Promise<Made> {
    let made = this.#made.get(id);
    if (made === undefined) {
      made = { ready: new Map(), isLoaded: (await this.blocks(id)) !== null };
      await makeFolder(this.#path(id));
      this.#made.set(id, made);
    }
    return made;
  }

  async #read(
    id: string,
    path: string,
    key: string,
    timeOf: (record: () => ReadonlyMap<string, unknown>) => number | null,
    signal: AbortSignal | undefined,
  ): Promise<StagedFile> {
    const blocks: StagedBlock[] = [];
    const onBlock = async (block: RecordColumns): Promise<void> => {
      const name = `${key}-${blocks.length}.parquet`;
      blocks.push({ path: name, columns: await writeBlock(block, this.#path(id, name)) });
    };
    const records = await loadRecords(path, { signal, timeOf, onBlock });
    return { records, blocks };
  }

  #path(id: string, ...names: string[]): string {
    return join(this.#root, id, ...names);
  }
}

async function writeBlock(block: RecordColumns, path: string): Promise<StagedColumn[]> {
  const { rowCount } = block;
  const columns = block.columns.map((column) => {
    const type = column.type(rowCount) as ImportType;
    const { name } = column;
    return { name, type, values: column.plain(type, rowCount), present: column.present(rowCount) };
  });
  await writeFile(path, Buffer.concat(parquetBlock(columns, rowCount)), { mode: 0o600 });
  return columns.map(({ name, type }) => ({ name, type }));
}

async function toDisk(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** A file that takes the place of another of its name has another key. */
async function keyOf(path: string): Promise<string> {
  const { ino, size, mtimeNs } = await stat(path, { bigint: true });
  return `${ino}-${size}-${mtimeNs}`;
}

function fail(error: unknown, part: string | null): never {
  if (!(error instanceof MsgpackFault)) throw error;
  throw part === null
    ? new Fault("bad_request", `The import can't be read: ${error.message}`)
    : new Fault("invalid", `The part ${JSON.stringify(part)} can't be read: ${error.message}`);
}

async function readJson<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
