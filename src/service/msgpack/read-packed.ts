import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { INCOMPLETE, MsgpackFault, MsgpackReader } from "./msgpack-reader.ts";

/**
 * Values of a gzip file of MessagePack values, in groups: each group is one turn of the event loop.
 *
 * @throws MsgpackFault when the file is not such a file; its message says what is wrong.
 */
export async function* readPacked(path: string): AsyncGenerator<unknown[], void> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  const unpacked = createGunzip({ chunkSize: 1 << 18 });
  file.on("error", (error) => unpacked.destroy(error));
  const reader = new MsgpackReader();
  try {
    for await (const piece of file.pipe(unpacked) as AsyncIterable<Buffer>) {
      reader.push(piece);
      const values: unknown[] = [];
      for (let value = reader.next(); value !== INCOMPLETE; value = reader.next()) values.push(value);
      if (values.length > 0) yield values;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith("Z_")) {
      throw new MsgpackFault(`The file is not gzip data, or not all of it: ${(error as Error).message}.`, {
        cause: error,
      });
    }
    throw error;
  } finally {
    file.destroy();
    unpacked.destroy();
  }
  if (!reader.empty) throw new MsgpackFault("The file ends within a record.");
}
