// This folder: imported rows before their commit: Parquet files in a folder, loaded into the table in one transaction.

import { open, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { removeAll, ifThere, makeFolder } from "../../system/system.ts";
import { KeyedMutex, Mutex } from "../../system/mutex.ts";
import type { StageFile, StageLoad, StageLoaded, Stages } from "../contract/storage.ts";
import { Fault } from "../errors/fault.ts";
import { replaceTextFile } from "../../system/replace-text-file.ts";
import type { ImportBlock, ImportType } from "../records/import-type.ts";
import { loadRecords } from "../records/load-records.ts";
import { MsgpackFault } from "../msgpack/msgpack-reader.ts";
import type { SignalOption } from "../../core/options/option-forms.ts";
import { ParquetGroups } from "../../core/wire/parquet-groups.ts";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { MsgpackWriter } from "../../core/wire/msgpack-writer.ts";

/** A Parquet file of a stage. */
export interface StagedBlock {
  readonly path: string;
  readonly columns: readonly StagedColumn[];
}

export interface StagedColumn {
  readonly name: string;
  readonly type: ImportType;
}

/** The blocks of one uploaded file; paths are relative to the stage's folder. */
interface StagedFile {
  readonly records: number;
  readonly blocks: readonly StagedBlock[];
}

interface StageState {
  /** Files that were read ahead, by key. */
  readonly ready: Map<string, StagedFile>;
  /** Whether the stage is complete; its blocks are immutable from then on. */
  isLoaded: boolean;
}

const STAGE_FILE = "stage.json";
/** Limit of concurrent flushes: each holds a file open, and a stage can have thousands. */
const FLUSHES_AT_ONCE = 8;

/**
 * Imported rows before their commit: one folder per stage, one Parquet file per block of records, which DuckDB reads on all its
 * threads. A stage exists once its list of files is written.
 */
export class StageFolders implements Stages {
  readonly #root: string;
  readonly #work = new KeyedMutex();
  readonly #stages = new Map<string, StageState>();
  /** Reads ahead one file at a time, which bounds memory and CPU. */
  readonly #ahead = new Mutex();

  constructor(root: string) {
    this.#root = root;
  }

  readAhead(id: string, file: StageFile, { signal }: SignalOption = {}): Promise<void> {
    return this.#ahead.run(() => this.#work.run(id, () => this.#readAhead(id, file, signal)));
  }

  async #readAhead(id: string, { path }: StageFile, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const stage = await this.#open(id);
    if (stage.isLoaded) return;
    const key = await keyOf(path);
    let isWhole = true;
    const timeOf = (): null => {
      isWhole = false;
      return null;
    };
    const file = await this.#read(id, path, key, timeOf, signal);
    if (isWhole) stage.ready.set(key, file);
  }

  load(
    id: string,
    { files, arrival, refusedPath }: StageLoad,
    { signal }: SignalOption = {},
  ): Promise<StageLoaded> {
    return this.#work.run(id, async () => {
      const stage = await this.#open(id);
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
            stage.ready.get(key) ??
            (await this.#read(id, path, key, timeOf, signal).catch((error) => fail(error, part)));
          blocks.push(...file.blocks);
          records += file.records;
        }
      } finally {
        if (refusedPath !== null) await refused.write(refusedPath);
      }
      // Flushed at the end, a few at a time, so that loading does not wait for the disk.
      const rest = blocks.values();
      const flush = async (): Promise<void> => {
        for (const { path } of rest) await toDisk(this.#path(id, path));
      };
      await Promise.all(Array.from({ length: FLUSHES_AT_ONCE }, flush));
      await replaceTextFile(this.#path(id, STAGE_FILE), JSON.stringify(blocks));
      stage.isLoaded = true;
      return { records, refused: refused.count };
    });
  }

  async has(id: string): Promise<boolean> {
    return (await this.blocks(id)) !== null;
  }

  /** The blocks of a stage in order; null if the stage does not exist. */
  async blocks(id: string): Promise<readonly StagedBlock[] | null> {
    const text = await ifThere(readFile(this.#path(id, STAGE_FILE), "utf8"));
    if (text === null) return null;
    return (JSON.parse(text) as readonly StagedBlock[]).map(({ path, columns }) => ({
      path: this.#path(id, path),
      columns,
    }));
  }

  /** What somebody keeps open stays until the next start. */
  drop(id: string): Promise<void> {
    return this.#work.run(id, async () => {
      this.#stages.delete(id);
      await removeAll(this.#path(id));
    });
  }

  async keep(ids: readonly string[]): Promise<void> {
    for (const id of await readdir(this.#root)) if (!ids.includes(id)) await this.drop(id);
  }

  async #open(id: string): Promise<StageState> {
    let stage = this.#stages.get(id);
    if (stage === undefined) {
      stage = { ready: new Map(), isLoaded: await this.has(id) };
      await makeFolder(this.#path(id));
      this.#stages.set(id, stage);
    }
    return stage;
  }

  async #read(
    id: string,
    path: string,
    key: string,
    timeOf: (record: () => ReadonlyMap<string, unknown>) => number | null,
    signal: AbortSignal | undefined,
  ): Promise<StagedFile> {
    const blocks: StagedBlock[] = [];
    const onBlock = async (block: ImportBlock): Promise<void> => {
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

async function writeBlock(block: ImportBlock, path: string): Promise<StagedColumn[]> {
  const { columns, rowCount } = block;
  await writeFile(path, Buffer.concat(parquetBlock({ columns, rowCount })), { mode: 0o600 });
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

/** Key of a file's content: a replaced file gets another key. */
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

/** Builds a Parquet file of one row group from encoded columns. */
export function parquetBlock({ columns, rowCount }: ImportBlock): Uint8Array[] {
  const file = new ParquetGroups(columns.map(({ name, values: { type } }) => ({ name, type })));
  const plain = columns.map(({ values: { bytes, count }, present }) => ({ bytes, count, present }));
  return [...file.group(plain, rowCount), ...file.end()];
}

/** Maximum refused records kept for download; further ones are only counted. */
const MAX_KEPT = 10_000;

class ErrorRecords {
  readonly #buffer = new MsgpackWriter(1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(record: ReadonlyMap<string, unknown>): void {
    if (this.#count++ < MAX_KEPT) this.#buffer.value(record);
  }

  /** Writes the records as gzipped MessagePack maps. */
  async write(path: string): Promise<void> {
    await writeFile(path, await promisify(gzip)(this.#buffer.take(), { level: 1 }), { mode: 0o600 });
  }
}
