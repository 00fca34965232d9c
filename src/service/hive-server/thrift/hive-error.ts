import { SqlError, type SqlErrorKind } from "../../../dialect/sql-error.ts";

/** Marks of the faults that have a kind of their own: Spark's error classes, Hive's words and numbers. */
const KINDS: readonly (readonly [RegExp, SqlErrorKind])[] = [
  [/\[PARSE_SYNTAX_ERROR\]|\[PARSE_EMPTY_STATEMENT\]|ParseException/, "SYNTAX_ERROR"],
  [/\[TABLE_OR_VIEW_NOT_FOUND\]|\[Error 10001\]/, "TABLE_NOT_FOUND"],
  [/\[UNRESOLVED_COLUMN\b|\[FIELD_NOT_FOUND\]|\[Error 1000[24]\]/, "COLUMN_NOT_FOUND"],
  [/\[UNRESOLVED_ROUTINE\]|\[Error 10011\]|Invalid function/, "FUNCTION_NOT_FOUND"],
  [/\[SCHEMA_NOT_FOUND\]|\[Error 10072\]|Database (?:\S+ )?does not exist/, "SCHEMA_NOT_FOUND"],
  [/\[TABLE_OR_VIEW_ALREADY_EXISTS\]|AlreadyExistsException/, "TABLE_ALREADY_EXISTS"],
  [/\[DATATYPE_MISMATCH\b|\[Error 1001[46]\]/, "TYPE_MISMATCH"],
  [/\[DIVIDE_BY_ZERO\]/, "DIVISION_BY_ZERO"],
  [/\[CAST_INVALID_INPUT\]|\[CAST_OVERFLOW\]/, "INVALID_CAST_ARGUMENT"],
  [/HiveAccessControlException|Permission denied/, "PERMISSION_DENIED"],
  [/\[UNSUPPORTED_/, "NOT_SUPPORTED"],
];

/** Where in the text that was sent a fault is; both servers count characters of a line from 0. */
const PLACES = [/\(line (\d+), pos (\d+)\)/, /;? ?line (\d+) pos (\d+)/, /\b[Ll]ine (\d+):(\d+)/];

/** Where the text that was sent begins in the user's text; lines and columns from 0. */
export interface TextStart {
  readonly line: number;
  readonly column: number;
}

/** The error of a statement, in the server's words but without its stack, and with the place in the user's text. */
export function hiveError(serverMessage: string, start: TextStart): SqlError {
  const kind = KINDS.find(([mark]) => mark.test(serverMessage))?.[1] ?? "GENERIC_USER_ERROR";
  const found = PLACES.map((place) => place.exec(serverMessage)).find((match) => match !== null);
  const line = found ? Number(found[1]) : null;
  const at =
    line === null
      ? null
      : { line: line + start.line, column: Number(found?.[2]) + 1 + (line === 1 ? start.column : 0) };
  return new SqlError(kind, shortMessage(serverMessage), at);
}

/** What is wrong, without class names, plans, stacks and the statement. */
function shortMessage(text: string): string {
  const [head = ""] = text.split(
    /\n[ \t]{0,40}== SQL|\n[ \t]{0,40}at [\w.$]+\(|\n'?[A-Z]\w+ [[({'*]|\n'?[A-Z]\w+\n|;[ \t]{0,40}\n|\n\+- /,
  );
  const message = head
    .replace(
      /^(?:[\w.$]+(?:Exception|Error): |Error (?:running query|while \w+ statement|operating \w+): |\[[A-Z_.]+\] (?=[\w.$]+Exception: ))+/i,
      "",
    )
    .replace(/^FAILED: /, "")
    .replace(/^(?:ParseException|SemanticException) /, "")
    .replace(/(?<!\s)\s*\(line \d+, pos \d+\)|;? line \d+ pos \d+;?/g, "")
    .replace(/^(\[[^\]]+\]:? )?[Ll]ine \d+:\d+ /, "$1")
    .replace(/\s+/g, " ")
    .trim();
  return message === "" ? "The server gave no reason." : message;
}
