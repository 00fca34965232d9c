// This folder: the results of jobs as they lie in the data folder.

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { KeyedMutex } from "../../system/mutex.ts";
import { removeFile, ifThere } from "../../system/system.ts";
import { ARROW_FORMAT, ARROW_ZSTD } from "../../core/wire/arrow/arrow-type.ts";
import type { ResultColumn, ResultForm, ResultTarget } from "../../engine/contract/engine.ts";
import type { ResultEncoder } from "../../engine/results/result-encoder.ts";
import { UNFINISHED, type OnWritten } from "../../engine/results/result-file.ts";
import { GrowingFile } from "./growing-file.ts";

const FORMS: readonly ResultForm[] = ["blocks", "msgpack.gz"];
const ARROW_FORMS = [ARROW_FORMAT, ARROW_ZSTD] as const;
const FILES = [...FORMS, ...ARROW_FORMS] as const;

export type StoredArrow = (typeof ARROW_FORMS)[number];

/** A result file as it lies in the data folder. */
export interface StoredResult {
  readonly form: ResultForm | StoredArrow;
  readonly path: string;
  readonly size: number;
}

interface GrowingArrow {
  readonly file: GrowingFile;
  /** The stored one, without growth if it is there already. */
  readonly whole: Promise<StoredResult | null>;
}

/**
 * The result files of a data folder, one per successful job with a result, in one of two forms. Column blocks are rewritten when
 * another form is requested; from then on only the public form is stored, and beside it the Arrow streams once they were requested.
 */
export class ResultFiles {
  readonly #folder: string;
  readonly #encoder: ResultEncoder;
  /** By job: the public form removes the blocks, which Arrow may be encoded from. */
  readonly #rewrites = new KeyedMutex();
  /** By path. */
  readonly #growing = new Map<string, GrowingArrow>();
  /** Arrow streams that failed in the midst: the next request waits for the whole file, whose failure has a reason. */
  readonly #failed = new Set<string>();

  constructor(folder: string, encoder: ResultEncoder) {
    this.#folder = folder;
    this.#encoder = encoder;
  }

  #path(jobId: string, form: StoredResult["form"]): string {
    return join(this.#folder, `${jobId}.${form}`);
  }

  target(jobId: string, form: ResultForm): ResultTarget {
    return { path: this.#path(jobId, form), form };
  }

  /** The result's file; null if there is none (any more). */
  async find(jobId: string): Promise<StoredResult | null> {
    for (const form of FORMS) {
      const result = await this.#findAs(jobId, form);
      if (result) return result;
    }
    return null;
  }

  async #findAs(jobId: string, form: StoredResult["form"]): Promise<StoredResult | null> {
    const path = this.#path(jobId, form);
    const stats = await ifThere(stat(path));
    return stats && { form, path, size: stats.size };
  }

  /** The result in the public form, rewritten if necessary. */
  findPublic(jobId: string): Promise<StoredResult | null> {
    return this.#rewrites.run(jobId, async () => {
      const result = await this.find(jobId);
      if (result?.form !== "blocks") return result;
      // A crash leaves the blocks, and at most a complete copy, which the next attempt replaces.
      await this.#encoder.rewrite(result, this.#path(jobId, "msgpack.gz"), null);
      // On POSIX systems current readers keep the open file.
      await removeFile(result.path);
      return this.#findAs(jobId, "msgpack.gz");
    });
  }

  /**
   * A result as an Arrow stream, encoded at the first request.
   *
   * @param columns - Null: a result that was not encoded yet is returned as it is stored.
   * @throws ArrowValueError by name
   */
  findArrow(
    jobId: string,
    columns: readonly ResultColumn[] | null,
    form: StoredArrow = ARROW_FORMAT,
    onWritten: OnWritten = () => undefined,
  ): Promise<StoredResult | null> {
    return this.#rewrites.run(jobId, async () => {
      const stored = await this.#findAs(jobId, form);
      const result = stored ?? (await this.find(jobId));
      if (stored !== null || result === null || columns === null) return result;
      const path = this.#path(jobId, form);
      await this.#encoder.rewrite(result, path, { columns, zstd: form === ARROW_ZSTD, onWritten });
      this.#failed.delete(path);
      return this.#findAs(jobId, form);
    });
  }

  /**
   * Like {@link findArrow}, as soon as the first rows are encoded. Requests at one time read one file; it is encoded to its end, also when
   * they leave.
   */
  async streamArrow(
    jobId: string,
    columns: readonly ResultColumn[],
    form: StoredArrow = ARROW_FORMAT,
  ): Promise<StoredResult | GrowingFile | null> {
    const path = this.#path(jobId, form);
    if (this.#failed.has(path)) return this.findArrow(jobId, columns, form);
    const { file, whole } = this.#growing.get(path) ?? this.#growArrow(path, jobId, columns, form);
    return Promise.race([whole, file.waitForBytes().then(() => file)]);
  }

  #growArrow(path: string, ...[jobId, columns, form]: Parameters<ResultFiles["findArrow"]>): GrowingArrow {
    const file = new GrowingFile(path);
    const whole = this.findArrow(jobId, columns, form, (size, isWhole) => file.grow(size, isWhole));
    this.#growing.set(path, { file, whole });
    const forget = (): boolean => this.#growing.delete(path);
    whole.then(forget, (error: unknown) => {
      forget();
      if (file.isPartial) this.#failed.add(path);
      file.fail(error);
    });
    return { file, whole };
  }

  /** Removes what an engine left when it was killed while writing. */
  async removeUnfinished({ path }: ResultTarget): Promise<void> {
    await removeFile(`${path}${UNFINISHED}`);
  }

  async remove(jobId: string): Promise<void> {
    for (const form of FILES) {
      const path = this.#path(jobId, form);
      this.#failed.delete(path);
      await removeFile(path);
    }
  }

  /** The highest id of a job with a result; 0 if there is none. */
  async lastId(): Promise<number> {
    const ids = (await readdir(this.#folder)).map((name) => /^\d{1,15}(?=\.)/.exec(name)?.[0]);
    return Math.max(0, ...ids.flatMap((id) => (id === undefined ? [] : [Number(id)])));
  }

  /** Removes unfinished files of a crash. Must be called before the first job runs. */
  async clean(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (name.endsWith(UNFINISHED)) await removeFile(join(this.#folder, name));
    }
  }

  /**
   * Removes results older than `maxAgeMs`, then the oldest beyond `maxBytes`, each with the Arrow streams that were encoded from it.
   *
   * @returns the number of files removed.
   */
  async prune(nowMs: number, maxAgeMs: number, maxBytes: number): Promise<number> {
    const results = new Map<string, { paths: string[]; size: number; timeMs: number }>();
    for (const name of await readdir(this.#folder)) {
      const [, jobId = "", form = ""] = /^(\d+)\.(.+)$/.exec(name) ?? [];
      if (!(FILES as readonly string[]).includes(form)) continue;
      const path = join(this.#folder, name);
      const stats = await ifThere(stat(path));
      if (!stats) continue;
      const result = results.get(jobId) ?? { paths: [], size: 0, timeMs: -Infinity };
      result.paths.push(path);
      result.size += stats.size;
      if ((FORMS as readonly string[]).includes(form)) result.timeMs = Math.max(result.timeMs, stats.mtimeMs);
      results.set(jobId, result);
    }
    let retainedBytes = 0;
    let removed = 0;
    for (const { paths, size, timeMs } of [...results.values()].sort((a, b) => b.timeMs - a.timeMs)) {
      retainedBytes += size;
      if (nowMs - timeMs <= maxAgeMs && retainedBytes <= maxBytes) continue;
      for (const path of paths) if (await removeFile(path)) removed++;
    }
    return removed;
  }
}
