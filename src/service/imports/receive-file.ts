import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Writes a request's body to a file, which is there whole or not at all. @returns its size in bytes. */
export async function receiveFile(request: Request, path: string): Promise<number> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = createWriteStream(temporary, { mode: 0o600, flush: true });
    const body = request.body ? Readable.fromWeb(request.body) : Readable.from([]);
    await pipeline(body, file);
    await rename(temporary, path);
    return file.bytesWritten;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
