import { Fault } from "../fault.ts";

/** Most bytes of a form: a statement can be long, but not without end. */
export const FORM_LIMIT_BYTES = 16 * 1024 * 1024;

/** Text fields of a form; the last of equal names counts. */
export type Form = ReadonlyMap<string, string>;

/** Reads a POST body: multipart, urlencoded, or nothing at all. */
export async function readForm(request: Request): Promise<Form> {
  const bytes = await readLimited(request, FORM_LIMIT_BYTES);
  const type = request.headers.get("content-type") ?? "";
  if (bytes.length === 0) return new Map();
  if (/^multipart\/form-data/i.test(type)) return readMultipart(bytes, type);
  if (type === "" || /^application\/x-www-form-urlencoded/i.test(type)) {
    return new Map(new URLSearchParams(new TextDecoder().decode(bytes)));
  }
  throw new Fault(
    "bad_request",
    `A body of type ${type} is not understood; send multipart/form-data or a urlencoded form.`,
  );
}

/** The whole body. @throws Fault `too_large`. */
export async function readLimited(request: Request, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = (): Fault =>
    new Fault("too_large", `The request body is larger than ${limitBytes} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > limitBytes) throw tooLarge();
    chunks.push(chunk as Uint8Array);
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

async function readMultipart(bytes: Uint8Array, type: string): Promise<Form> {
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

/** A whole number field, or `fallback` where it is not sent. @throws Fault `bad_request`. */
export function wholeNumber(form: Form | URLSearchParams, field: string, fallback: number): number {
  const text = form.get(field);
  if (text === null || text === undefined || text === "") return fallback;
  if (!/^[+-]?\d{1,15}$/.test(text)) {
    throw new Fault("bad_request", `${field} must be a whole number, not ${JSON.stringify(text)}.`);
  }
  return Number(text);
}

/** @throws Fault `bad_request` when the field is missing or empty. */
export function requiredText(form: Form, field: string): string {
  const text = form.get(field);
  if (text === undefined || text === "") throw new Fault("bad_request", `The field ${field} is required.`);
  return text;
}
