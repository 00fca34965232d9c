import { isUtf8 } from "node:buffer";
import { promisify } from "node:util";
import { unzip } from "node:zlib";
import { Fault } from "../../engine/errors/fault.ts";
import { requestBody, tooLarge } from "./request-body.ts";
import type { RouteCall } from "./route.ts";

/** Maximum bytes of a form, whose largest field is SQL. */
export const FORM_LIMIT_BYTES = 16 * 1024 * 1024;

/** Text fields of a form; the last of equal names wins. */
export type Form = ReadonlyMap<string, string>;

/**
 * The fields of a POST: from the body (multipart, urlencoded, JSON or empty), then from the query string.
 *
 * @param bare - Name of the field that a non-object JSON body is taken as.
 */
export async function readForm(call: CountedRequest, bare?: string): Promise<Form> {
  const fields = new Map(new URL(call.request.url).searchParams);
  for (const [name, value] of await readBody(call, bare)) fields.set(name, value);
  return fields;
}

/** A request with the memory that it takes. */
type CountedRequest = Pick<RouteCall, "request" | "memory">;

async function readBody(call: CountedRequest, bare: string | undefined): Promise<Iterable<[string, string]>> {
  const type = call.request.headers.get("content-type") ?? "";
  if (/^multipart\/form-data/i.test(type)) return readMultipart(await wholeBody(call), type);
  const text = await wholeText(call);
  if (text === "") return [];
  if (/^application\/json/i.test(type)) return readJson(text, bare);
  if (type === "" || /^application\/x-www-form-urlencoded/i.test(type)) return readUrlEncoded(text);
  throw new Fault(
    "bad_request",
    `A body of type ${type} is not supported; send multipart/form-data, a urlencoded form or JSON.`,
  );
}

/** Members other than strings become JSON text; null counts as missing. */
function readJson(text: string, bare: string | undefined): [string, string][] {
  const body = parseJson(text, "The JSON body");
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  if (!isObject && bare === undefined)
    throw new Fault("bad_request", "The JSON body must be an object of fields.");
  const fields = isObject ? Object.entries(body) : [[bare as string, body] as const];
  return fields.flatMap(([name, value]: readonly [string, unknown]): [string, string][] =>
    value === null ? [] : [[name, typeof value === "string" ? value : memberText(value)]],
  );
}

/** Values of a JSON text: each takes many times its own bytes in memory. A table has at most a few thousand columns. */
const MAX_VALUES = 100_000;

/** @param what - Names the text in errors. @throws Fault `bad_request`, and `too_large` for too many values. */
export function parseJson(text: string, what: string): unknown {
  if (jsonSize(text) > MAX_VALUES)
    throw new Fault("too_large", `${what} has more than ${MAX_VALUES} values.`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Fault("bad_request", `${what} can't be read as JSON: ${(cause as Error).message}`);
  }
}

/** Number of commas and brackets outside of strings, which no JSON text has fewer of than values. */
function jsonSize(text: string): number {
  let size = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) size++;
  }
  return size;
}

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, OPEN_OBJECT] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** Index of the closing quotation mark, or of the text's end. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ;) {
    const end = text.indexOf('"', at);
    if (end < 0) return text.length;
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
    at = end + 1;
  }
}

/** How deep lists and objects in a field may be nested. */
const MAX_DEPTH = 1000;

function memberText(value: unknown): string {
  if (!isWithin(value, MAX_DEPTH)) throw new Fault("bad_request", "The JSON body is nested too deep.");
  return JSON.stringify(value);
}

const isWithin = (value: unknown, depth: number): boolean =>
  typeof value !== "object" ||
  value === null ||
  (depth > 0 && Object.values(value).every((member) => isWithin(member, depth - 1)));

/**
 * The text of a form or a statement, in the charset that its type names, else UTF-8.
 *
 * @throws Fault `bad_request` for other bytes: with characters put in their place, SQL would have another meaning.
 */
export async function wholeText(call: CountedRequest): Promise<string> {
  const bytes = await wholeBody(call);
  const type = call.request.headers.get("content-type") ?? "";
  const charset = /;\s*charset="?([^\s";]+)/i.exec(type)?.[1] ?? "UTF-8";
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw notText(charset);
  }
}

const notText = (charset: string): Fault =>
  new Fault("bad_request", `The request's body is not text in ${charset}.`);

/** @throws Fault `too_large`, `too_many` */
async function wholeBody({ request, memory }: CountedRequest): Promise<Uint8Array> {
  let body: Uint8Array = Buffer.alloc(0);
  let length = 0;
  // Copied into one buffer: a body of a million tiny pieces would take a hundred times its size.
  for await (const chunk of requestBody(request, FORM_LIMIT_BYTES)) {
    if (length + chunk.length > body.length) {
      const larger = Math.max(2 * body.length, length + chunk.length);
      memory.add(larger - body.length);
      const grown = Buffer.allocUnsafeSlow(larger);
      grown.set(body.subarray(0, length));
      body = grown;
    }
    body.set(chunk, length);
    length += chunk.length;
  }
  body = body.subarray(0, length);
  const coding = request.headers.get("content-encoding")?.trim().toLowerCase() || "identity";
  if (coding === "identity") return body;
  if (!/^(?:x-)?gzip$|^deflate$/.test(coding))
    throw new Fault(
      "unsupported_coding",
      `A body in ${coding} is not supported; send gzip, deflate or none.`,
    );
  // Until its size is known, as much as it can be.
  const unpacking = memory.part();
  try {
    unpacking.add(FORM_LIMIT_BYTES);
    const unpacked = await unpack(body, { maxOutputLength: FORM_LIMIT_BYTES });
    unpacking.release();
    memory.add(unpacked.length);
    return unpacked;
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    if ((cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(FORM_LIMIT_BYTES);
    throw new Fault("bad_request", `The ${coding} body can't be unpacked: ${(cause as Error).message}`);
  } finally {
    unpacking.release();
  }
}

const unpack = promisify(unzip);

/** Fields of a form; an empty one takes two bytes to send and a hundred in memory. */
const MAX_FIELDS = 1000;

function checkFields(text: string | Buffer, separator: string): void {
  let count = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length))
    if (++count > MAX_FIELDS) throw new Fault("too_large", `The form has more than ${MAX_FIELDS} fields.`);
}

function readUrlEncoded(text: string): Iterable<[string, string]> {
  checkFields(text, "&");
  return text.split("&").flatMap((pair): [string, string][] => {
    const equals = pair.indexOf("=");
    const [name, value] = equals < 0 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
    return pair === "" ? [] : [[decodePart(name), decodePart(value)]];
  });
}

/** Ten times as fast as URLSearchParams, which matters for SQL of megabytes. */
function decodePart(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    // A percent sign that begins no byte stands for itself.
    try {
      return decodeURIComponent(spaced.replace(/%(?![\da-f]{2})/gi, "%25"));
    } catch {
      throw notText("UTF-8");
    }
  }
}

async function readMultipart(bytes: Uint8Array, type: string): Promise<Iterable<[string, string]>> {
  if (bytes.length === 0) return [];
  if (!isUtf8(bytes)) throw notText("UTF-8");
  const boundary = /boundary="?([^\s";]+)/i.exec(type)?.[1] ?? "";
  checkFields(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), `\n--${boundary}`);
  let data: FormData;
  try {
    data = await new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { "content-type": type },
    }).formData();
  } catch (cause) {
    throw new Fault("bad_request", `The multipart body can't be read: ${(cause as Error).message}`);
  }
  const fields = new Map<string, string>();
  for (const [name, value] of data) fields.set(name, typeof value === "string" ? value : await value.text());
  return fields;
}

/** An integer field; `fallback` if missing. @throws Fault `bad_request`. */
export function wholeNumber(form: Form | URLSearchParams, field: string, fallback: number): number {
  const text = form.get(field);
  if (text === null || text === undefined || text === "") return fallback;
  if (!/^[+-]?\d{1,15}$/.test(text))
    throw new Fault("bad_request", `${field} must be a whole number, not ${JSON.stringify(text)}.`);
  return Number(text);
}

/** A boolean field (true, false, 1 or 0, in any case); false if missing. @throws Fault `bad_request`. */
export function flag(form: Form | URLSearchParams, field: string): boolean {
  const text = form.get(field) ?? "";
  if (!/^(?:true|false|1|0|)$/i.test(text))
    throw new Fault("bad_request", `${field} must be true or false, not ${JSON.stringify(text)}.`);
  return /^(?:true|1)$/i.test(text);
}

/** @throws Fault `bad_request` when the field is missing or empty. */
export function requiredText(form: Form, field: string): string {
  const text = form.get(field);
  if (text === undefined || text === "") throw new Fault("bad_request", `The field ${field} is required.`);
  return text;
}

const KEY = /^[\w-]{1,64}$/;

/** A key that the client made up, from a header; null if the request has none. @throws Fault `bad_request` */
export function clientKey({ headers }: Request, header: string): string | null {
  const key = headers.get(header);
  if (key === null || KEY.test(key)) return key;
  throw new Fault("bad_request", `${header} is a key of at most 64 letters, digits, "_" and "-".`);
}
