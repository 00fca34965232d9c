import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { BLOCKS_FORMAT, BLOCKS_TYPE } from "../../core/wire/result-blocks.ts";
import { Fault } from "../fault.ts";
import { sendFile } from "../http/send-file.ts";
import type { Job } from "../jobs/job.ts";
import { MsgpackBuffer } from "../msgpack/msgpack-buffer.ts";
import { readPacked } from "../msgpack/read-packed.ts";
import { unpackFile } from "../msgpack/unpack-file.ts";
import type { FoundResult } from "./result-files.ts";
import { TEXT_FORMATS, type TextFormat } from "./text-formats.ts";

/** Text collected before it is sent on: a piece per row would cost more than the row. */
const PIECE_LENGTH = 1 << 16;

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
  header: boolean,
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
  if (format === "msgpack") return sendMsgpack(request, result, names);
  const text = TEXT_FORMATS[format];
  if (text) return sendText(request, result.path, text, names);
  throw new Fault(
    "bad_request",
    `The result format ${JSON.stringify(format)} is not one of msgpack, msgpack.gz, json, csv, tsv.`,
  );
}

function sendMsgpack(
  request: Request,
  { path, size }: { readonly path: string; readonly size: number },
  names: readonly string[] | null,
): Response {
  const headers = new Headers({ "content-type": "application/x-msgpack", vary: "accept-encoding" });
  if (names === null && /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) {
    headers.set("content-encoding", "gzip");
    headers.set("content-length", String(size));
    return respond(request, headers, () => createReadStream(path, { highWaterMark: 1 << 18 }));
  }
  const first = names === null ? null : headerRow(names);
  return respond(request, headers, () => withFirst(first, unpackFile(path)));
}

function sendText(
  request: Request,
  path: string,
  format: TextFormat,
  names: readonly string[] | null,
): Response {
  const headers = new Headers({ "content-type": format.contentType });
  return respond(request, headers, () => textPieces(path, format, names));
}

function respond(request: Request, headers: Headers, body: () => AsyncIterable<Uint8Array>): Response {
  if (request.method === "HEAD") return new Response(null, { headers });
  return new Response(Readable.toWeb(Readable.from(body(), { objectMode: false })) as ReadableStream, {
    headers,
  });
}

function headerRow(names: readonly string[]): Buffer {
  const buffer = new MsgpackBuffer(1024);
  buffer.value(names);
  return buffer.take();
}

async function* withFirst(
  first: Uint8Array | null,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first) yield first;
  yield* rest;
}

async function* textPieces(
  path: string,
  format: TextFormat,
  names: readonly string[] | null,
): AsyncGenerator<Uint8Array> {
  let text = names === null ? "" : format.line(names);
  for await (const rows of readPacked(path)) {
    for (const row of rows) {
      text += format.line(row as unknown[]);
      if (text.length < PIECE_LENGTH) continue;
      yield Buffer.from(text);
      text = "";
    }
  }
  if (text !== "") yield Buffer.from(text);
}
