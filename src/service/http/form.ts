import { isUtf8 } from "node:buffer";
import { promisify } from "node:util";
import { unzip } from "node:zlib";
import { Fault } from "../errors/fault.ts";
import { requestBody, tooLarge } from "./request-body.ts";

/** Maximum bytes of a form, whose largest field is SQL. */
export const FORM_LIMIT_BYTES = 16 * 1024 * 1024;

/** Text fields of a form; the last of equal names wins. */
export type Form = ReadonlyMap<string, string>;

/**
 * The fields of a POST: from the body (multipart, urlencoded, JSON or empty), then from the query string.
 *
 * @param bare - Name of the field that a non-object JSON body is taken as.
 */
export async function readForm(request: Request, bare?: string): Promise<Form> {
  const fields = new Map(new URL(request.url).searchParams);
  for (const [name, value] of await readBody(request, bare)) fields.set(name, value);
  return fields;
}

async function readBody(request: Request, bare: string | undefined): Promise<Iterable<[string, string]>> {
  const type = request.headers.get("content-type") ?? "";
  if (/^multipart\/form-data/i.test(type)) return readMultipart(await wholeBody(request), type);
  const text = await wholeText(request);
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
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new Fault("bad_request", `The JSON body can't be read: ${(cause as Error).message}`);
  }
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  if (!isObject && bare === undefined)
    throw new Fault("bad_request", "The JSON body must be an object of fields.");
  const fields = isObject ? Object.entries(body as object) : [[bare as string, body] as const];
  return fields.flatMap(([name, value]: readonly [string, unknown]): [string, string][] =>
    value === null ? [] : [[name, typeof value === "string" ? value : memberText(value)]],
  );
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
export async function wholeText(request: Request): Promise<string> {
  const bytes = await wholeBody(request);
  const charset = /;\s*charset="?([^\s";]+)/i.exec(request.headers.get("content-type") ?? "")?.[1] ?? "UTF-8";
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw notText(charset);
  }
}

const notText = (charset: string): Fault =>
  new Fault("bad_request", `The request's body is not text in ${charset}.`);

/** @throws Fault `too_large`. */
async function wholeBody(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of requestBody(request, FORM_LIMIT_BYTES)) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const coding = request.headers.get("content-encoding")?.trim().toLowerCase() || "identity";
  if (coding === "identity") return body;
  if (!/^(?:x-)?gzip$|^deflate$/.test(coding))
    throw new Fault(
      "unsupported_coding",
      `A body in ${coding} is not supported; send gzip, deflate or none.`,
    );
  try {
    return await unpack(body, { maxOutputLength: FORM_LIMIT_BYTES });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(FORM_LIMIT_BYTES);
    throw new Fault("bad_request", `The ${coding} body can't be unpacked: ${(cause as Error).message}`);
  }
}

const unpack = promisify(unzip);

function readUrlEncoded(text: string): Iterable<[string, string]> {
  const fields = new URLSearchParams(text);
  const replaced = [...fields].some((pair) => pair.join("").includes("\ufffd"));
  if (replaced && !/%EF%BF%BD|\ufffd/i.test(text)) throw notText("UTF-8");
  return fields;
}

async function readMultipart(bytes: Uint8Array, type: string): Promise<Iterable<[string, string]>> {
  if (bytes.length === 0) return [];
  if (!isUtf8(bytes)) throw notText("UTF-8");
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
