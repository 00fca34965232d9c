/** Header prefixes of the protocol: `X-Trino-` and `X-Presto-`. */
export type StatementProtocol = "trino" | "presto";

/** Where a statement runs. */
interface PlaceHeaders {
  readonly catalog: string;
  readonly schema: string;
  readonly timeZone?: string | undefined;
}

/** The headers of every request of a statement. `PARAMETRIC_DATETIME` keeps the precision of times. */
export const statementHeaders = (
  protocol: StatementProtocol,
  { catalog, schema, timeZone = "UTC" }: PlaceHeaders,
): Record<string, string> => ({
  [`x-${protocol}-catalog`]: catalog,
  [`x-${protocol}-schema`]: schema,
  [`x-${protocol}-source`]: "svclib",
  [`x-${protocol}-time-zone`]: timeZone,
  [`x-${protocol}-client-capabilities`]: "PARAMETRIC_DATETIME",
});
