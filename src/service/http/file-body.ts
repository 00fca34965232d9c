import type { FileHandle } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { ReadableStream } from "node:stream/web";

/** Part of an open file, which is closed once it was sent. */
export interface FilePart {
  readonly handle: FileHandle;
  /** First and last byte, both inclusive. */
  readonly first: number;
  readonly last: number;
}

/** Bytes that are read and sent at once: those of {@link streamBytes}. */
const PIECE_BYTES = 512 * 1024;

const parts = new WeakMap<Response, FilePart>();

/** A reply with part of a file. */
export function fileResponse(part: FilePart, init: ResponseInit): Response {
  const body = ReadableStream.from(pieces(part, () => null));
  const response = new Response(body as ConstructorParameters<typeof Response>[0], init);
  parts.set(response, part);
  return response;
}

/** The part of a file that a reply consists of; null if it is no file, or was made anew. */
export const filePartOf = (response: Response): FilePart | null => parts.get(response) ?? null;

/**
 * Writes such a reply to its connection, and ends it. All pieces are read to the same memory, each once the one before was taken from it:
 * new memory for each is half of the work, as it must be collected.
 *
 * @throws Error when the file can't be read, or is shorter; then the reply is not ended.
 */
export async function writeFilePart(
  outgoing: ServerResponse,
  { status, headers }: Response,
  part: FilePart,
): Promise<void> {
  outgoing.writeHead(status, Object.fromEntries(headers));
  const memory = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, part.last - part.first + 1));
  for await (const piece of pieces(part, () => memory))
    if (outgoing.destroyed || !(await writePiece(outgoing, piece))) return;
  outgoing.end();
}

/** Resolves to true once the connection has taken the bytes, to false when it is closed. */
function writePiece(outgoing: ServerResponse, piece: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    const onClose = (): void => resolve(false);
    outgoing.once("close", onClose);
    outgoing.write(piece, (error) => {
      outgoing.off("close", onClose);
      resolve(!error);
    });
  });
}

/** The bytes of the part, piece by piece. @param memory - To read the next piece to; null: to memory of its own. */
async function* pieces(
  { handle, first, last }: FilePart,
  memory: () => Uint8Array | null,
): AsyncGenerator<Uint8Array> {
  try {
    for (let at = first; at <= last;) {
      const length = Math.min(PIECE_BYTES, last - at + 1);
      const { bytesRead, buffer } = await handle.read(memory() ?? new Uint8Array(length), 0, length, at);
      if (bytesRead === 0) throw new Error(`the file ends at byte ${at}, not after ${last}`);
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
