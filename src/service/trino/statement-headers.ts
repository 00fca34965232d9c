import type { TrinoOptions } from "./trino-options.ts";

/**
 * The headers of a statement, in the names of the protocol. The zone is UTC, as the service's own; `PARAMETRIC_DATETIME`
 * keeps the precision of times.
 */
export function statementHeaders(
  options: TrinoOptions,
  database: string,
  session: ReadonlyMap<string, string>,
): Record<string, string> {
  const prefix = options.protocol === "presto" ? "X-Presto" : "X-Trino";
  const properties = new Map([...Object.entries(options.session ?? {}), ...session]);
  return {
    [`${prefix}-User`]: options.user ?? "svclib",
    [`${prefix}-Source`]: "svclib",
    [`${prefix}-Catalog`]: options.catalog,
    [`${prefix}-Schema`]: database,
    [`${prefix}-Time-Zone`]: "UTC",
    [`${prefix}-Client-Capabilities`]: "PARAMETRIC_DATETIME",
    ...(properties.size > 0
      ? {
          [`${prefix}-Session`]: [...properties]
            .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
            .join(","),
        }
      : {}),
    // An offer that servers without spooling pass over.
    ...(options.protocol === "presto" ? {} : { [`${prefix}-Query-Data-Encoding`]: "json" }),
    "content-type": "text/plain; charset=utf-8",
    "user-agent": "svclib",
  };
}
