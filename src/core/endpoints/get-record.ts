import type { ServiceRequest } from "../http/service-request.ts";
import type { Transport } from "../http/transport.ts";
import { ConfigError } from "../errors.ts";
import { valueInError } from "../text/visible-text.ts";

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

/**
 * Joins segments to a path, percent-encoding all characters but `A-Z a-z 0-9 _ . - ~`.
 *
 * @throws ConfigError for a name that is no text, empty, or has half of a character.
 */
export function encodePath(...segments: (string | number)[]): string {
  return segments
    .map((segment) => {
      if (
        segment === "" ||
        !/^(?:string|number)$/.test(typeof segment) ||
        /\p{Surrogate}/u.test(String(segment))
      )
        throw new ConfigError(`${valueInError(segment)} can't be a name in the service`);
      return encodeURIComponent(String(segment)).replace(
        /[!'()*]/g,
        (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
      );
    })
    .join("/");
}
