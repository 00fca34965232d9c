import type { TrinoOptions } from "./trino-options.ts";

type Pairs = readonly (readonly [string, string])[];

/** What one statement's headers say beside the cluster's own settings. */
export interface StatementSession {
  readonly database: string;
  readonly timeZone: string;
  /** Session properties; the last of a name counts. */
  readonly properties: Pairs;
  readonly prepared: Pairs;
}

/** The headers of a statement, in the names of the protocol. `PARAMETRIC_DATETIME` keeps the precision of times. */
export function statementHeaders(
  options: TrinoOptions,
  { database, timeZone, properties, prepared }: StatementSession,
): Record<string, string> {
  const prefix = options.protocol === "presto" ? "X-Presto" : "X-Trino";
  const pairs = (name: string, all: Pairs): Record<string, string> => {
    const list = [...new Map(all)].map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
    return list.length === 0 ? {} : { [`${prefix}-${name}`]: list.join(",") };
  };
  return {
    [`${prefix}-User`]: options.user ?? "svclib",
    [`${prefix}-Source`]: "svclib",
    [`${prefix}-Catalog`]: options.catalog,
    [`${prefix}-Schema`]: database,
    [`${prefix}-Time-Zone`]: timeZone,
    [`${prefix}-Client-Capabilities`]: "PARAMETRIC_DATETIME",
    ...pairs("Session", [...Object.entries(options.session ?? {}), ...properties]),
    ...pairs("Prepared-Statement", prepared),
    // An offer that servers without spooling pass over.
    ...(options.protocol === "presto" ? {} : { [`${prefix}-Query-Data-Encoding`]: "json" }),
    "content-type": "text/plain; charset=utf-8",
    "user-agent": "svclib",
  };
}
