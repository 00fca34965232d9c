import type { ServiceRequest, Transport } from "../http/transport.ts";
import { DecodeError } from "../errors.ts";
import { readRecords } from "./read-field.ts";

type ReplyRecord = Readonly<Record<string, unknown>>;

/** Requests a record. @param what - The operation, for messages. */
export function getRecord(
  transport: Transport,
  what: string,
  path: string,
  more: Pick<ServiceRequest, "signal" | "query" | "headers">,
): Promise<ReplyRecord> {
  return transport.json<ReplyRecord>({ what, method: "GET", path, ...more });
}

/** Requests a listing. @returns the reply's records under a name. @throws DecodeError when it has no list of that name */
export async function getRecords(
  name: string,
  ...request: Parameters<typeof getRecord>
): Promise<{ readonly reply: ReplyRecord; readonly records: readonly Record<string, unknown>[] }> {
  const reply = await getRecord(...request);
  const records = readRecords(reply[name]);
  if (records === null) throw new DecodeError(`${request[1]} failed: the reply has no list of ${name}`);
  return { reply, records };
}
