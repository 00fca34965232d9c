import { decimalsAreDoubles, hasEffect } from "../../dialect/parse/session-hints.ts";
import { resolveZone } from "../../dialect/time/zones.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import type { StatementWarning } from "./paged-statement.ts";
import { Fault } from "../../engine/errors/fault.ts";

/** Prefix of a client's headers: `X-Trino-…` or `X-Presto-…`. */
export type HeaderFamily = "Trino" | "Presto";

export interface ClientSession {
  readonly family: HeaderFamily;
  readonly catalog: string | null;
  readonly schema: string | null;
  /** As named by the client; resolved by {@link sessionZone}. */
  readonly timeZone: string | null;
  readonly properties: ReadonlyMap<string, string>;
  /** The prepared statements by name, as the header has them: some are compressed. */
  readonly prepared: ReadonlyMap<string, string>;
  /** Length of the headers with the properties and prepared statements. */
  readonly keptLength: number;
  /** Whether the client supports `timestamp(6)`; other clients get `timestamp` with milliseconds. */
  readonly parametricTimes: boolean;
  /** `NONE` or an id; null from a client without transactions. */
  readonly transaction: string | null;
}

/** @throws Fault `bad_request` for a header that can't be decoded. */
export function readClientSession(headers: Headers): ClientSession {
  const family = headers.has("x-presto-user") ? "Presto" : "Trino";
  const header = (name: string): string | null => headers.get(`x-${family}-${name}`) || null;
  const capabilities = (header("client-capabilities") ?? "").split(",").map((one) => one.trim());
  const [properties, prepared] = [header("session"), header("prepared-statement")];
  return {
    family,
    catalog: header("catalog"),
    schema: header("schema"),
    timeZone: header("time-zone"),
    properties: readPairs("session", properties),
    prepared: readPairs("prepared-statement", prepared),
    keptLength: (properties?.length ?? 0) + (prepared?.length ?? 0),
    parametricTimes: capabilities.includes("PARAMETRIC_DATETIME"),
    transaction: header("transaction-id"),
  };
}

/** Comma-separated `name=value` pairs, both percent-encoded. */
function readPairs(name: string, header: string | null): Map<string, string> {
  const decode = (text: string): string => decodeURIComponent(text.trim().replaceAll("+", " "));
  const pairs = new Map<string, string>();
  try {
    for (const pair of header?.split(",") ?? []) {
      const equals = pair.indexOf("=");
      if (equals >= 0) pairs.set(decode(pair.slice(0, equals)), decode(pair.slice(equals + 1)));
    }
  } catch {
    throw new Fault("bad_request", `The header of the ${name} can't be decoded.`);
  }
  return pairs;
}

const UTC_NAMES = /^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal|Greenwich|GMT[+-]?0)$|^Z$/i;

/**
 * Resolves a zone name to the dialect's spelling.
 *
 * @throws SqlError NOT_SUPPORTED for an unknown name.
 */
export function zoneNamed(name: string): string {
  const zone = UTC_NAMES.test(name) ? "UTC" : resolveZone(name);
  if (zone === null) throw new SqlError("NOT_SUPPORTED", `Time zone not supported: ${name}`);
  return zone === "+00:00" || zone === "-00:00" ? "UTC" : zone;
}

/** The session's zone: from `SET TIME ZONE`, else the client's. @throws SqlError */
export function sessionZone({ properties, timeZone }: ClientSession): string {
  const name = properties.get(TIME_ZONE_PROPERTY) ?? timeZone;
  return name === null ? "UTC" : zoneNamed(name);
}

export const TIME_ZONE_PROPERTY = "time_zone_id";

/** Session properties with time limits: from arrival, and from start of execution. */
const TIME_LIMITS = ["query_max_run_time", "query_max_execution_time"] as const;

/** Time limits of a statement in milliseconds, Infinity without a limit. @throws SqlError */
export function timeLimits(session: ClientSession): { readonly runMs: number; readonly executionMs: number } {
  const limit = (name: string): number => {
    const text = session.properties.get(name);
    if (text === undefined) return Infinity;
    checkProperty(name, text);
    return parseDuration(text)!;
  };
  return { runMs: limit(TIME_LIMITS[0]), executionMs: limit(TIME_LIMITS[1]) };
}

/** Whether a session property has an effect here. @throws SqlError for an invalid value. */
export function checkProperty(name: string, value: string): boolean {
  if (name === TIME_ZONE_PROPERTY) {
    zoneNamed(value);
    return true;
  }
  if (hasEffect(name)) {
    decimalsAreDoubles([[name, value]]);
    return true;
  }
  if (!(TIME_LIMITS as readonly string[]).includes(name)) return false;
  if (parseDuration(value) !== null) return true;
  throw new SqlError(
    "INVALID_SESSION_PROPERTY",
    `Session property '${name}' is invalid: ${value} is not a duration such as 30s or 5.5m`,
  );
}

export const ignoredProperty = (name: string): StatementWarning => ({
  warningCode: { code: 0x10000, name: "SESSION_PROPERTY_IGNORED" },
  message: `the session property '${name}' has no effect here`,
});

/** What to say of a client's properties that change nothing. @throws SqlError for an invalid value */
export const ignoredProperties = ({ properties }: ClientSession): StatementWarning[] =>
  [...properties]
    .filter(([name, value]) => !checkProperty(name, value))
    .map(([name]) => ignoredProperty(name));

const UNITS_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds of a duration in the syntax of session properties, such as `30s` or `5.5m`; null if invalid. */
export function parseDuration(text: string): number | null {
  const [, amount, unit] = /^\s*(\d+(?:\.\d+)?)\s*(ns|us|ms|s|m|h|d)\s*$/.exec(text) ?? [];
  return amount === undefined || unit === undefined ? null : Number(amount) * UNITS_MS[unit]!;
}
