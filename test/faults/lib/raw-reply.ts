import { STATUS_CODES } from "node:http";

/** A reply as bytes to write to a socket. */
export interface RawReply {
  readonly status: number;
  /** Without length and connection headers. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

const FRAMING = new Set(["content-length", "transfer-encoding", "connection", "keep-alive"]);

export function rawReply(
  status: number,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: Buffer | string,
): RawReply {
  const list: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || FRAMING.has(name.toLowerCase())) continue;
    for (const one of typeof value === "string" ? [value] : value) list.push([name, one]);
  }
  return { status, headers: list, body: Buffer.from(body as Buffer) };
}

/** Head of a keep-alive reply. `length` is its content-length. */
export function headBytes({ status, headers, body }: RawReply, length = body.length): Buffer {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Status"}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(status === 204 || status === 304 ? [] : [`content-length: ${length}`]),
    "connection: keep-alive",
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}
