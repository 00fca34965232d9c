import type { ServiceRequest } from "../http/service-request.ts";
import type { Transport } from "../http/transport.ts";

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

/** Requests a listing. @returns the reply, and the objects of its list of a name. @throws DecodeError when it has no list of that name */
export async function getRecords(
  name: string,
  ...request: Parameters<typeof getRecord>
): Promise<{ readonly reply: ReplyRecord; readonly records: readonly Record<string, unknown>[] }> {
  const reply = await getRecord(...request);
  const list = reply[name];
  const [transport, what] = request;
  if (!Array.isArray(list)) throw await transport.lacking(what, `list of ${name}`, reply);
  const records = list.filter(
    (item: unknown): item is Record<string, unknown> =>
      typeof item === "object" && item !== null && !Array.isArray(item),
  );
  return { reply, records };
}
