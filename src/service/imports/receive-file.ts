import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { removeFile, renameFile } from "../../system/system.ts";
import { Fault } from "../errors/fault.ts";
import { requestBody } from "../http/request-body.ts";

/** Maximum bytes of one upload. */
const UPLOAD_LIMIT_BYTES = 2 * 2 ** 30;

function tooLarge(): Fault {
  return new Fault("too_large", `The upload is larger than ${UPLOAD_LIMIT_BYTES} bytes; send it in parts.`);
}

async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > UPLOAD_LIMIT_BYTES) throw tooLarge();
    yield chunk;
  }
}

/** Writes a request's body to a file atomically. @returns its size in bytes. @throws Fault `too_large` */
export async function receiveFile(request: Request, path: string): Promise<number> {
  if (Number(request.headers.get("content-length") ?? 0) > UPLOAD_LIMIT_BYTES) throw tooLarge();
  const temporary = join(dirname(path), `${randomUUID()}.tmp`);
  try {
    const file = createWriteStream(temporary, { mode: 0o600, flush: true });
    await pipeline(requestBody(request), limited, file);
    await renameFile(temporary, path);
    return file.bytesWritten;
  } catch (error) {
    await removeFile(temporary);
    throw error;
  }
}
