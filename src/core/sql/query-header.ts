import { readStatementText, type StatementText } from "../../dialect/parse/statement-text.ts";
import type { EngineType } from "../options/descriptor.ts";
import { clientName } from "../http/client-name.ts";

/** A statement as its caller wrote it. */
export interface IssuedSql {
  readonly sql: string;
  /** Number of comment lines prepended. */
  readonly headerLines: number;
}

/** A statement with the text that is sent. */
export interface SentStatement extends IssuedSql, StatementText {}

/** One comment line; line breaks in the text would end the comment, so they become blanks. */
function comment(text: string): string {
  return `-- ${text.replace(/[\r\n\u0085\u2028\u2029\v\f]+/g, " ")}`;
}

/**
 * A statement to send: header comments, counted, above `sql` without its final semicolons.
 *
 * @param source - The function that issued it, such as `read_svc_query`.
 * @param hints - Settings that the service reads from comments; sent even when the header is off.
 */
export function withHeader(
  sql: string,
  { type, header }: { readonly type: EngineType; readonly header: boolean | string },
  source: string,
  hints: readonly string[] = [],
): SentStatement {
  const first = typeof header === "string" ? header : `client: ${clientName()}${notebookMark()}`;
  const lines = [...(header === false ? [] : [first, source]), ...hints].map(comment);
  const read = readStatementText(sql, type);
  return { ...read, sql, text: [...lines, read.text].join("\n"), headerLines: lines.length };
}

/** What {@link withHeader} prepends for an engine whose header has no text of its own. */
const OWN_HEADER =
  /^-- client: svclib\/[^\n]*\n-- [^\n]*\n(?:-- set session join_distribution_type[^\n]*\n)?/;

/** Separates a job's text, issued by any process, from its header. Comments of the author stay. */
export function splitHeader(text: string): { sql: string; headerLines: number } {
  const [header = ""] = OWN_HEADER.exec(text) ?? [];
  return { sql: text.slice(header.length), headerLines: header.split("\n").length - 1 };
}

/** Lets a notebook find its own jobs in the account's list, even after a kernel crash. */
function notebookMark(): string {
  const notebook = process.env["SVC_NOTEBOOK"];
  return notebook ? ` notebook/${notebook}` : "";
}
