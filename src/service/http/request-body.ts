import { Fault } from "../../engine/errors/fault.ts";

/**
 * The bytes of a request's body; who stops reading cancels the rest.
 *
 * @param hint - What to do when the body is too large, after the fault's first words.
 * @throws Fault `too_large`, at once when the request announces it.
 */
export function requestBody(request: Request, limitBytes: number, hint = ""): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw tooLarge(limitBytes, hint);
  let size = 0;
  let count = 0;
  return (async function* () {
    for await (const chunk of receivedChunks(request)) {
      size += chunk.length;
      if (++count > MAX_SMALL_PIECES && size < count * SMALL_PIECE_BYTES) throw tooSmall();
      if (size > limitBytes) throw tooLarge(limitBytes, hint);
      yield chunk;
    }
  })();
}

/** Pieces cost time: a body of a million pieces of a byte takes seconds. */
const SMALL_PIECE_BYTES = 64;
const MAX_SMALL_PIECES = 2000;

/** The connection is closed: the rest of the pieces would cost as much. */
const tooSmall = (): Fault =>
  new Fault("bad_request", "The request body comes in too many small pieces.", null, { connection: "close" });

export const tooLarge = (limitBytes: number, hint = ""): Fault =>
  new Fault("too_large", `The request body is larger than ${limitBytes} bytes${hint}.`);

/** @throws Fault `bad_request` when the body breaks off: the client has left, which is no fault of the service. */
async function* receivedChunks(request: Request): AsyncGenerator<Uint8Array> {
  try {
    // A stream takes longer than the rest of a small request. This body can't have too many pieces.
    if (Number(request.headers.get("content-length") ?? NaN) <= MAX_SMALL_PIECES)
      yield new Uint8Array(await request.arrayBuffer());
    else for await (const chunk of request.body ?? []) yield chunk as Uint8Array;
  } catch (cause) {
    const fault = new Fault("bad_request", "The request's body broke off before its end.");
    fault.cause = cause;
    throw fault;
  }
}
