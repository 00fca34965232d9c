import { clientName } from "../http/user-agent.ts";

/** Comment lines that go above a statement. */
export interface HeaderParts {
  /**
   * The engine's setting: true for the client's name (and the notebook's mark, `SVC_NOTEBOOK`), text for another first
   * line, false for no header.
   */
  readonly header: boolean | string;
  /** Which function issued it, such as `read_svc_query`. */
  readonly source: string;
  /** Settings that the service reads from comments; they stay when the header is off. */
  readonly hints?: readonly string[];
}

/** One comment line; line ends inside the text would end the comment early, so they become blanks. */
function comment(text: string): string {
  return `-- ${text.replace(/[\r\n\u0085\u2028\u2029\v\f]+/g, " ")}`;
}

/** `sql` below its header comments, and how many lines they take. */
export function withHeader(
  sql: string,
  { header, source, hints = [] }: HeaderParts,
): { text: string; headerLines: number } {
  const first = typeof header === "string" ? header : `client: ${clientName()}${notebookMark()}`;
  const lines = [...(header === false ? [] : [first, source]), ...hints].map(comment);
  return { text: [...lines, sql].join("\n"), headerLines: lines.length };
}

/** By it a notebook finds its own jobs in the account's list, also after its kernel has crashed. */
function notebookMark(): string {
  const notebook = process.env["SVC_NOTEBOOK"];
  return notebook ? ` notebook/${notebook}` : "";
}
