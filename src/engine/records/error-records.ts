import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { MsgpackWriter } from "../../core/wire/msgpack-writer.ts";

/** Maximum refused records kept for download; further ones are only counted. */
const MAX_KEPT = 10_000;

export class ErrorRecords {
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
