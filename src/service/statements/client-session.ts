import { resolveZone } from "../../dialect/time/zones.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import { Fault } from "../errors/fault.ts";
import { parseDuration } from "./duration.ts";

/** Which names a client's headers have: `X-Trino-…` or `X-Presto-…`. */
export type HeaderFamily = "Trino" | "Presto";

/** What a client's headers say of its session. */
export interface ClientSession {
  readonly family: HeaderFamily;
  readonly catalog: string | null;
  readonly schema: string | null;
  /** As the client names it: {@link sessionZone} reads it. */
  readonly timeZone: string | null;
  readonly properties: ReadonlyMap<string, string>;
  /** Texts of the prepared statements, by name. */
  readonly prepared: ReadonlyMap<string, string>;
  /** Whether the client takes `timestamp(6)`; others are shown `timestamp`, in milliseconds. */
  readonly parametricTimes: boolean;
  /** `NONE` or an id; null from a client that has no transactions. */
  readonly transaction: string | null;
}

/** @throws Fault `bad_request` for a header that can't be read. */
export function readClientSession(headers: Headers): ClientSession {
  const family = headers.has("x-presto-user") ? "Presto" : "Trino";
  const header = (name: string): string | null => headers.get(`x-${family}-${name}`) || null;
  const capabilities = (header("client-capabilities") ?? "").split(",").map((one) => one.trim());
  return {
    family,
    catalog: header("catalog"),
    schema: header("schema"),
    timeZone: header("time-zone"),
    properties: readPairs("session", header("session")),
    prepared: readPairs("prepared-statement", header("prepared-statement")),
    parametricTimes: capabilities.includes("PARAMETRIC_DATETIME"),
    transaction: header("transaction-id"),
  };
}

/** `name=value` pairs with commas between, both percent-encoded. */
function readPairs(name: string, header: string | null): Map<string, string> {
  const decode = (text: string): string => {
    try {
      return decodeURIComponent(text.trim().replaceAll("+", " "));
    } catch {
      throw new Fault("bad_request", `The header of the ${name} is not percent-encoded.`);
    }
  };
  const pairs = new Map<string, string>();
  for (const pair of header?.split(",") ?? []) {
    const equals = pair.indexOf("=");
    if (equals >= 0) pairs.set(decode(pair.slice(0, equals)), decode(pair.slice(equals + 1)));
  }
  return pairs;
}

const UTC_NAMES = /^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal|Greenwich|GMT[+-]?0)$|^Z$/i;

/**
 * The zone that a name means, as the dialect writes it.
 *
 * @throws SqlError NOT_SUPPORTED for a name that no zone has.
 */
export function zoneNamed(name: string): string {
  const zone = UTC_NAMES.test(name) ? "UTC" : resolveZone(name);
  if (zone === null) throw new SqlError("NOT_SUPPORTED", `Time zone not supported: ${name}`);
  return zone === "+00:00" || zone === "-00:00" ? "UTC" : zone;
}

/** The session's zone: that of `SET TIME ZONE`, else that of the client. @throws SqlError */
export function sessionZone({ properties, timeZone }: ClientSession): string {
  const name = properties.get(TIME_ZONE_PROPERTY) ?? timeZone;
  return name === null ? "UTC" : zoneNamed(name);
}

/** The session property that `SET TIME ZONE` sets. */
export const TIME_ZONE_PROPERTY = "time_zone_id";

/** Session properties that limit a statement's time: from its arrival, and from its start. */
const TIME_LIMITS = ["query_max_run_time", "query_max_execution_time"] as const;

/** Milliseconds that a statement may take, Infinity where the client sets no limit. @throws SqlError */
export function timeLimits(session: ClientSession): { readonly runMs: number; readonly executionMs: number } {
  const limit = (name: string): number => {
    const text = session.properties.get(name);
    if (text === undefined) return Infinity;
    checkProperty(name, text);
    return parseDuration(text)!;
  };
  return { runMs: limit(TIME_LIMITS[0]), executionMs: limit(TIME_LIMITS[1]) };
}

/** Whether a session property does something here. @throws SqlError for a value that it can't have. */
export function checkProperty(name: string, value: string): "known" | "unknown" {
  const invalid = (reason: string): never => {
    throw new SqlError("INVALID_SESSION_PROPERTY", `Session property '${name}' is invalid: ${reason}`);
  };
  if (name === TIME_ZONE_PROPERTY) {
    zoneNamed(value);
    return "known";
  }
  if (!(TIME_LIMITS as readonly string[]).includes(name)) return "unknown";
  if (parseDuration(value) === null) invalid(`${value} is no duration such as 30s or 5.5m`);
  return "known";
}
