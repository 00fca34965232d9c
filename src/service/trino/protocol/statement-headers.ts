import type { TrinoOptions } from "./trino-options.ts";

type Pairs = readonly (readonly [string, string])[];

/** Session of a statement, in addition to the cluster's settings. */
export interface ClusterSession {
  /** Undefined: the catalog whose schemas are the databases. */
  readonly catalog: string | undefined;
  readonly database: string;
  readonly timeZone: string;
  /** Session properties; the last of equal names wins. */
  readonly properties: Pairs;
  readonly prepared: Pairs;
}

/** The HTTP headers of a statement. `PARAMETRIC_DATETIME` keeps the precision of times. */
export function statementHeaders(
  options: TrinoOptions,
  { catalog = options.catalog, database, timeZone, properties, prepared }: ClusterSession,
): Record<string, string> {
  const prefix = options.protocol === "presto" ? "X-Presto" : "X-Trino";
  const pairs = (name: string, all: Pairs): Record<string, string> => {
    const list = [...new Map(all)].map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
    return list.length === 0 ? {} : { [`${prefix}-${name}`]: list.join(",") };
  };
  return {
    [`${prefix}-User`]: options.user ?? "svclib",
    [`${prefix}-Source`]: "svclib",
    [`${prefix}-Catalog`]: catalog,
    [`${prefix}-Schema`]: database,
    [`${prefix}-Time-Zone`]: timeZone,
    [`${prefix}-Client-Capabilities`]: "PARAMETRIC_DATETIME",
    ...pairs("Session", [...Object.entries(options.session ?? {}), ...properties]),
    ...pairs("Prepared-Statement", prepared),
    // Accepts the spooling protocol; servers without it ignore the header.
    ...(options.protocol === "presto" ? {} : { [`${prefix}-Query-Data-Encoding`]: "json" }),
    "content-type": "text/plain; charset=utf-8",
    "user-agent": "svclib",
  };
}
