import { SqlError, type SqlErrorKind } from "../../../dialect/sql-error.ts";

/** Patterns of messages with an equivalent kind: Spark's error classes, Hive's texts and error numbers. */
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

/** Patterns of a position in the SQL that was sent; both servers count columns from 0. Spark counts characters, Hive units of UTF-16. */
const SPARK_PLACES = [/\(line (\d+), pos (\d+)\)/, /;? ?line (\d+) pos (\d+)/];
const HIVE_PLACE = /\b[Ll]ine (\d+):(\d+)/;

/** Where the SQL that was sent begins in the user's text; line and column from 1. */
export interface TextStart {
  readonly line: number;
  readonly column: number;
}

export const BEGINNING: TextStart = { line: 1, column: 1 };

/** SQL that was sent, and where it begins in the user's text. */
export interface SentSql {
  readonly sql: string;
  readonly start: TextStart;
}

/** A statement's error: the server's message without its stack, with the position in the user's text. */
export function hiveError(serverMessage: string, { sql, start }: SentSql): SqlError {
  const kind = KINDS.find(([mark]) => mark.test(serverMessage))?.[1] ?? "GENERIC_USER_ERROR";
  const ofSpark = SPARK_PLACES.map((pattern) => pattern.exec(serverMessage)).find((match) => match !== null);
  const position = ofSpark ?? HIVE_PLACE.exec(serverMessage);
  const [line, offset] = position ? [Number(position[1]), Number(position[2])] : [0, 0];
  const before = (sql.split("\n")[line - 1] ?? "").slice(0, offset);
  const column = ofSpark ? offset : offset - before.length + [...before].length;
  const at = { line: line + start.line - 1, column: column + (line === 1 ? start.column : 1) };
  return new SqlError(kind, shortMessage(serverMessage), position ? at : null);
}

/** The message without class names, plans, stacks and the statement. */
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
  return message === "" ? "The server failed without an error message." : message;
}
