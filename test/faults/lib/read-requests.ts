import type { Socket } from "node:net";

/** A request as received on a socket. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Yields the requests of a connection until it closes; bodies must have a content-length. */
export async function* readRequests(socket: Socket): AsyncGenerator<RawRequest> {
  let bytes: Buffer = Buffer.alloc(0);
  const pieces = (socket as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const more = async (): Promise<boolean> => {
    const next = await pieces.next();
    if (next.done) return false;
    bytes = bytes.length === 0 ? next.value : Buffer.concat([bytes, next.value]);
    return true;
  };
  for (;;) {
    let end = bytes.indexOf("\r\n\r\n");
    while (end < 0) {
      if (!(await more())) return;
      end = bytes.indexOf("\r\n\r\n");
    }
    const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const colon = line.indexOf(":");
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    const [method = "", path = ""] = first.split(" ");
    const size = end + 4 + Number(headers["content-length"] ?? 0);
    while (bytes.length < size) if (!(await more())) return;
    const body = bytes.subarray(end + 4, size);
    bytes = bytes.subarray(size);
    yield { method, path, headers, body };
  }
}
