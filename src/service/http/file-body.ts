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
export const PIECE_BYTES = 512 * 1024;

/**
 * Reads a file's bytes, up to {@link PIECE_BYTES} at once.
 *
 * @param memory - To read the next piece to, once the one before was taken from it; null: to memory of its own.
 */
export type ReadPieces = (memory: Uint8Array | null) => AsyncGenerator<Uint8Array>;

const bodies = new WeakMap<Response, ReadPieces>();

/** A reply with a file's bytes. */
export function fileResponse(read: ReadPieces, init: ResponseInit): Response {
  const response = new Response(
    ReadableStream.from(read(null)) as ConstructorParameters<typeof Response>[0],
    init,
  );
  bodies.set(response, read);
  return response;
}

/** What reads the file that a reply consists of; null if it is no file, or was made anew. */
export const fileBodyOf = (response: Response): ReadPieces | null => bodies.get(response) ?? null;

/**
 * Writes such a reply to its connection, and ends it. All pieces are read to the same memory, each once the one before was taken from it:
 * new memory for each is half of the work, as it must be collected.
 *
 * @throws Error when the file can't be read, or is shorter; then the reply is not ended.
 */
export async function writeFileBody(
  outgoing: ServerResponse,
  { status, headers }: Response,
  read: ReadPieces,
): Promise<void> {
  outgoing.writeHead(status, Object.fromEntries(headers));
  const size = Number(headers.get("content-length") ?? PIECE_BYTES);
  for await (const piece of read(Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, size))))
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

/** Reads part of a file. */
export const readPart = ({ handle, first, last }: FilePart): ReadPieces =>
  async function* (memory) {
    try {
      for (let at = first; at <= last;) {
        const length = Math.min(PIECE_BYTES, last - at + 1);
        const { bytesRead, buffer } = await handle.read(memory ?? new Uint8Array(length), 0, length, at);
        if (bytesRead === 0) throw new Error(`the file ends at byte ${at}, not after ${last}`);
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await handle.close();
    }
  };
