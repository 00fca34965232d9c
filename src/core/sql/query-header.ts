import { withoutFinalSemicolons } from "../../dialect/parse/statement-text.ts";
import { clientName } from "../http/client-name.ts";
import type { JobStatement } from "../job/run-job.ts";
import type { EngineType } from "../query-engine.ts";

interface HeaderEngine {
  readonly type: EngineType;
  /** True for the client's name (with the notebook's id, `SVC_NOTEBOOK`), text to replace it, false for no header. */
  readonly header: boolean | string;
}

interface HeaderParts {
  /** The function that issued it, such as `read_svc_query`. */
  readonly source: string;
  /** Settings that the service reads from comments; sent even when the header is off. */
  readonly hints?: readonly string[];
}

/** One comment line; line breaks in the text would end the comment, so they become blanks. */
function comment(text: string): string {
  return `-- ${text.replace(/[\r\n\u0085\u2028\u2029\v\f]+/g, " ")}`;
}

/** A statement to send: header comments, counted, above `sql` without its final semicolons. */
export function withHeader(
  sql: string,
  { type, header }: HeaderEngine,
  { source, hints = [] }: HeaderParts,
): JobStatement {
  const first = typeof header === "string" ? header : `client: ${clientName()}${notebookMark()}`;
  const lines = [...(header === false ? [] : [first, source]), ...hints].map(comment);
  return { sql, text: [...lines, withoutFinalSemicolons(sql, type)].join("\n"), headerLines: lines.length };
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
