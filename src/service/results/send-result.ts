import { createReadStream } from "node:fs";
import { BLOCKS_FORMAT, BLOCKS_TYPE } from "../../core/wire/result-blocks.ts";
import { Fault } from "../fault.ts";
import { sendFile } from "../http/send-file.ts";
import { streamResponse } from "../http/stream-response.ts";
import type { Job } from "../jobs/job.ts";
import type { EncodedFormat, ResultEncoder } from "./result-encoder.ts";
import type { FoundResult } from "./result-files.ts";
import { TEXT_FORMATS, type TextFormatName } from "./text-formats.ts";

/**
 * A job's result as the answer to GET or HEAD.
 *
 * `msgpack.gz` and `blocks` are the file as it is stored, in parts where the request asks for them. `msgpack`, `json`, `csv` and `tsv`
 * are made from msgpack.gz as they are sent, with the column names as a first row where `header` is set.
 */
export async function sendResult(
  request: Request,
  result: FoundResult & { readonly job: Job },
  format: string,
  { header, encoder }: { readonly header: boolean; readonly encoder: ResultEncoder },
): Promise<Response> {
  const names = header ? (result.job.columns ?? []).map(({ name }) => name) : null;
  if (format === "msgpack.gz" || format === BLOCKS_FORMAT) {
    const { job, form, path, size } = result;
    return sendFile(request, path, {
      size,
      etag: `"${job.id}-${job.endedAtMs ?? 0}-${size}"`,
      headers: {
        // The body is gzip data itself: naming an encoding would make clients unpack it twice.
        "content-type": form === "blocks" ? BLOCKS_TYPE : "application/gzip",
        // Lets a client see that the answer is to its own question.
        "content-location": `/v3/job/result/${job.id}?format=${form}`,
      },
    });
  }
  if (format !== "msgpack" && !isTextFormat(format))
    throw new Fault(
      "bad_request",
      `The result format ${JSON.stringify(format)} is not one of msgpack, msgpack.gz, json, csv, tsv.`,
    );
  const { path, size } = result;
  const headers = new Headers(
    format === "msgpack"
      ? { "content-type": "application/x-msgpack", vary: "accept-encoding" }
      : { "content-type": TEXT_FORMATS[format].contentType },
  );
  const takesGzip = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  if (format === "msgpack" && names === null && takesGzip) {
    headers.set("content-encoding", "gzip");
    headers.set("content-length", String(size));
    return respond(request, headers, () => createReadStream(path, { highWaterMark: 1 << 18 }));
  }
  if (request.method === "HEAD") return new Response(null, { headers });
  const pieces = await begun(encodedPieces(encoder, path, format, names));
  return respond(request, headers, () => pieces);
}

/** Pieces of which the first is there: what can't be read at all is an error and no empty answer. What breaks off later ends the connection. */
async function begun(pieces: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const first = await pieces.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* pieces;
  })();
}

function isTextFormat(format: string): format is TextFormatName {
  return Object.hasOwn(TEXT_FORMATS, format);
}

async function* encodedPieces(
  encoder: ResultEncoder,
  path: string,
  format: EncodedFormat,
  names: readonly string[] | null,
): AsyncGenerator<Uint8Array> {
  yield* (await encoder.encode(path, format, names)).pieces;
}

async function respond(
  request: Request,
  headers: Headers,
  body: () => AsyncIterable<Uint8Array>,
): Promise<Response> {
  if (request.method === "HEAD") return new Response(null, { headers });
  return streamResponse(body(), { headers });
}
