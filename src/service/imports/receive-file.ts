import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { removeFile, renameFile } from "../../system/system.ts";
import { requestBody } from "../http/request-body.ts";

const UPLOAD_LIMIT_BYTES = 2 * 2 ** 30;

/**
 * Writes a request's body to a file atomically.
 *
 * @param keep - Called once the whole body is there: moves it into place, or throws.
 * @returns its size in bytes.
 * @throws Fault `too_large`
 */
export async function receiveFile(
  request: Request,
  path: string,
  keep: (move: () => Promise<void>) => Promise<void> = (move) => move(),
): Promise<number> {
  const body = requestBody(request, UPLOAD_LIMIT_BYTES, "; send it in parts");
  const temporary = join(dirname(path), `${randomUUID()}.tmp`);
  try {
    const file = createWriteStream(temporary, { mode: 0o600, flush: true });
    await pipeline(body, file);
    await keep(() => renameFile(temporary, path));
    return file.bytesWritten;
  } catch (error) {
    await removeFile(temporary);
    throw error;
  }
}
