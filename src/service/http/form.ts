import { isUtf8 } from "node:buffer";
import { promisify } from "node:util";
import { unzip } from "node:zlib";
import { Fault } from "../../engine/errors/fault.ts";
import { requestBody, tooLarge } from "./request-body.ts";
import type { RouteCall } from "./route.ts";

/** Maximum bytes of a form, whose largest field is SQL. */
export const FORM_LIMIT_BYTES = 16 * 1024 * 1024;

/** Its fields: texts, or members of a JSON body as they are; the last of equal names wins. */
export class Form extends Map<string, unknown> {
  /** The text of a field; null if it is missing or empty. @throws Fault `bad_request` for a JSON body's member of another type. */
  text(field: string): string | null {
    const value = this.get(field) ?? "";
    if (typeof value !== "string")
      throw new Fault("bad_request", `The field ${field} must be a text, not ${valueText(value)}.`);
    return value === "" ? null : value;
  }

  /** @throws Fault `bad_request` when the field is missing or empty, or no text. */
  requiredText(field: string): string {
    return this.text(field) ?? failMissing(field);
  }

  /** An integer; `fallback` if the field is missing or empty, an error without one. @throws Fault `bad_request`. */
  wholeNumber(field: string, fallback?: number): number {
    const value = this.get(field) ?? "";
    if (value === "") return fallback ?? failMissing(field);
    const text = scalarText(value);
    if (text === null || !/^[+-]?\d{1,15}$/.test(text))
      throw new Fault("bad_request", `${field} must be a whole number, not ${valueText(value)}.`);
    return Number(text);
  }

  /** True, false, 1 or 0, as texts in any case; false if missing. @throws Fault `bad_request`. */
  flag(field: string): boolean {
    const value = this.get(field) ?? "";
    const text = scalarText(value);
    if (text === null || !/^(?:true|false|1|0|)$/i.test(text))
      throw new Fault("bad_request", `${field} must be true or false, not ${valueText(value)}.`);
    return /^(?:true|1)$/i.test(text);
  }

  /** A value that is sent as JSON text, or as itself in a JSON body; undefined if it is missing or empty. @throws Fault `bad_request`, `too_large` */
  json(field: string): unknown {
    const value = this.get(field);
    if (value === "") return undefined;
    return typeof value === "string" ? parseJson(value, `The field ${field}`) : value;
  }
}

const scalarText = (value: unknown): string | null =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : null;

const valueText = (value: unknown): string =>
  Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : JSON.stringify(value);

export function failMissing(field: string): never {
  throw new Fault("bad_request", `The field ${field} is required.`);
}

/**
 * The fields of a POST: from the body (multipart, urlencoded, JSON or empty), then from the query string.
 *
 * @param bare - Name of the field that a non-object JSON body is taken as.
 */
export async function readForm(call: CountedRequest, bare?: string): Promise<Form> {
  const fields = new Form(new URL(call.request.url).searchParams);
  for (const [name, value] of await readBody(call, bare)) fields.set(name, value);
  return fields;
}

/** A request with the memory that it takes. */
type CountedRequest = Pick<RouteCall, "request" | "memory">;

async function readBody(
  call: CountedRequest,
  bare: string | undefined,
): Promise<Iterable<[string, unknown]>> {
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

/** Null counts as missing. */
function readJson(text: string, bare: string | undefined): [string, unknown][] {
  const body = parseJson(text, "The JSON body");
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  if (!isObject && bare === undefined)
    throw new Fault("bad_request", "The JSON body must be an object of fields.");
  const fields: [string, unknown][] = isObject ? Object.entries(body) : [[bare as string, body]];
  return fields.filter(([, value]) => value !== null);
}

/** Values of a JSON text: each takes many times its own bytes in memory. A table has at most a few thousand columns. */
const MAX_VALUES = 100_000;

/** How deep lists and objects may be nested. */
const MAX_DEPTH = 1000;

/** @param what - Names the text in errors. @throws Fault `bad_request`, and `too_large` for too many values. */
function parseJson(text: string, what: string): unknown {
  const { size, depth } = jsonSize(text);
  if (size > MAX_VALUES) throw new Fault("too_large", `${what} has more than ${MAX_VALUES} values.`);
  if (depth > MAX_DEPTH) throw new Fault("bad_request", `${what} is nested too deep.`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Fault("bad_request", `${what} can't be read as JSON: ${(cause as Error).message}`);
  }
}

/** Number of commas and brackets outside of strings, which no JSON text has fewer of than values, and of brackets inside each other. */
function jsonSize(text: string): { readonly size: number; readonly depth: number } {
  let size = 1;
  let depth = 0;
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) size++;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      size++;
      depth = Math.max(depth, ++open);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) open--;
  }
  return { size, depth };
}

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d,
];

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

const KEY = /^[\w-]{1,64}$/;

/** A key that the client made up, from a header; null if the request has none. @throws Fault `bad_request` */
export function clientKey({ headers }: Request, header: string): string | null {
  const key = headers.get(header);
  if (key === null || KEY.test(key)) return key;
  throw new Fault("bad_request", `${header} is a key of at most 64 letters, digits, "_" and "-".`);
}
