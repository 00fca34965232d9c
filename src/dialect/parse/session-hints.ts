import { SqlError } from "../sql-error.ts";

const HINT = /^\s*set\s+session\s+([\w.]+)\s*=(.*)$/i;

/** Lines that are read: a statement's text may be comments alone, and this is read wherever a job is issued. */
const MAX_LINES = 1000;

/**
 * Session properties from the comment lines before a statement, the first {@link MAX_LINES} of them:
 * `-- set session join_distribution_type = 'BROADCAST'`. Clients send them this way because a job is a single statement.
 */
export function sessionHints(sql: string): Map<string, string> {
  const hints = new Map<string, string>();
  let at = afterSpace(sql, 0);
  for (let line = 0; line < MAX_LINES && sql.startsWith("--", at); line++) {
    const newline = sql.indexOf("\n", at);
    const end = newline < 0 ? sql.length : newline;
    const [, name, rest = ""] = HINT.exec(sql.slice(at + 2, end).trimEnd()) ?? [];
    const value = (rest.endsWith(";") ? rest.slice(0, -1) : rest).trim();
    if (name !== undefined && value !== "")
      hints.set(name, /^'.*'$/.test(value) ? value.slice(1, -1).replaceAll("''", "'") : value);
    at = afterSpace(sql, end);
  }
  return hints;
}

const SPACE = /\s*/y;

function afterSpace(sql: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.test(sql);
  return SPACE.lastIndex;
}

const DECIMALS = "parse_decimal_literals_as_double";

/** Session properties that have an effect here, as SHOW SESSION lists them. */
export const SESSION_PROPERTIES = [
  { name: DECIMALS, default: "false", type: "boolean", help: "Whether 1.0 is a double" },
  {
    name: "query_max_execution_time",
    default: "",
    type: "varchar",
    help: "Limit of the time in which a query runs",
  },
  {
    name: "query_max_run_time",
    default: "",
    type: "varchar",
    help: "Limit of the time from a query's arrival",
  },
  { name: "time_zone_id", default: "", type: "varchar", help: "Time zone of the session" },
] as const;

/**
 * Whether decimal literals are doubles: of equal names the last counts. @throws SqlError for a value that is no boolean
 */
export function decimalsAreDoubles(properties: Iterable<readonly [name: string, value: string]>): boolean {
  const value = new Map(properties).get(DECIMALS)?.toLowerCase() ?? "false";
  if (value === "true" || value === "false") return value === "true";
  throw new SqlError(
    "INVALID_SESSION_PROPERTY",
    `session property '${DECIMALS}' must be true or false, not ${value}`,
  );
}

/** Whether the embedded engine heeds a property of a statement. */
export const hasEffect = (property: string): boolean => property === DECIMALS;
