import { ColumnTable, op } from "arquero";
import { isSvcError } from "../error-guards.ts";
import { ConfigError } from "../errors.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import type { Column } from "./columns/column.ts";
import { columnFacts } from "./expressions/column-kind.ts";
import { oneRowText } from "./expressions/expression-refusals.ts";

/** Methods, other than verbs, that take column names. */
const READERS = [
  "array", "get", "getter", "objects", "toArrow", "toArrowIPC", "toCSV", "toHTML", "toJSON", "toMarkdown",
]; // prettier-ignore

/** What is asked of a table. */
type Named = Pick<ColumnTable, "column" | "columnNames">;

/** Runs a verb or a reader of a table: an unknown column, function or variable gives a one-line error with a suggestion. */
export function explained<T>(table: Named, verb: string, args: readonly unknown[], run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (isSvcError(error)) throw error;
    if ((error as Error).name === "ExpressionError")
      throw new ConfigError(`${verb}: ${(error as Error).message}`);
    const message = messageOf(table, verb, args, String((error as Error).message));
    throw message === null ? error : new ConfigError(`${verb}: ${message}`, { cause: error });
  }
}

function messageOf(table: Named, verb: string, args: readonly unknown[], message: string): string | null {
  const tables: Named[] = [table, ...args.filter((arg) => arg instanceof ColumnTable)];
  const columns = [...new Set(tables.flatMap((one) => one.columnNames()))];
  const [, kind, subject = ""] =
    /^(Unrecognized column|Invalid [a-z]+ (?:reference|call)): "?(.*?)"?$/m.exec(message) ?? [];
  switch (kind) {
    case "Unrecognized column":
      return noColumn(subject, columns);
    case "Invalid column reference": {
      // For a name that is not an expression, Arquero's message omits its first three letters.
      const lacking = (name: string): Named | undefined =>
        tables.find((one) => !one.columnNames().includes(name));
      const named =
        textsIn(args).find((text) => lacking(text) !== undefined && text.slice(3) === subject) ??
        /([^.[\]"'`]+)["'`\]]*$/.exec(subject)?.[1] ??
        subject;
      const other = lacking(named);
      return other === undefined || other === table || !columns.includes(named)
        ? noColumn(named, columns)
        : `${noColumn(named, other.columnNames()).replace("the table", "the other table")}; name both: ["${named}", ...]`;
    }
    case "Invalid function call": {
      const helper = args.find((arg) => typeof arg === "function" && arg.name === "desc");
      if (helper !== undefined) return 'desc takes the column: desc("price")';
      const name = /(?:\bop\.)?(?<![\w$])([\w$]+)\s*\(/.exec(subject)?.[1] ?? subject;
      const nearest = nearestName(name, Object.keys(op));
      return `expressions have no function ${name}; ${nearest === null ? "use a function of op, or any other inside escape(d => ...)" : `did you mean op.${nearest}?`}`;
    }
    default: {
      const [first] = args;
      // toCSV and similar take a list of columns.
      const names = READERS.includes(verb) && typeof first === "string" ? [first] : columnsOption(first);
      const name = names.find((text) => !columns.includes(text));
      if (name !== undefined) return noColumn(name, columns);
      if (/^Cannot (?:mix|convert a) BigInt/.test(message)) return bigIntsIn(table);
      return nullPart(message, args.map(codeOf).join("\n")) ?? refusedExpression(message);
    }
  }
}

function bigIntsIn(table: Named): string | null {
  const big = table
    .columnNames()
    .filter((name) => /^bigint|numbers$/.test(columnFacts(table.column(name) as Column).kind));
  return big.length === 0
    ? null
    : `${big.map((name) => JSON.stringify(name)).join(", ")} ${big.length === 1 ? "has" : "have"} BigInts (integers past 2^53), which mix with no numbers; write op.parse_float(d[${JSON.stringify(big[0])}]), or 2n for a constant`;
}

/** A field of a nested row that is null. */
function nullPart(message: string, code: string): string | null {
  const [, field = ""] = /^Cannot read properties of null \(reading '([\w$]{1,255})'\)/.exec(message) ?? [];
  const [path, whole] =
    new RegExp(`([\\w$]+(?:\\.[\\w$]+)+)\\.${field.replaceAll("$", "\\$")}\\b`).exec(code) ?? [];
  return field === "" || path === undefined
    ? null
    : `${whole} is null in some row; write ${whole} && ${path}`;
}

/** Explains what an expression does not support; null for other errors, such as those of the user's functions. */
function refusedExpression(message: string): string | null {
  const [line = ""] = message.split("\n");
  const [, row] = /^Invalid column reference \(must be .*?\): "?(.*?)"?$/.exec(line) ?? [];
  if (row !== undefined) return oneRowText(row);
  if (line.startsWith("Escaped functions are not valid"))
    return "escape sees one row, not a group; write derive({ x: escape(...) }) before, and a function of many such as op.sum(d.x) here";
  if (line.startsWith("Assignments not allowed")) return "= assigns; compare by ===";
  return /^(?:[\w "]+ not allowed: |Invalid [\w ]+: |Unsupported [\w ]+: |Expression parse error: )/.test(
    line,
  )
    ? `${line[0]?.toLowerCase()}${line.slice(1)}; any code goes inside escape(d => ...)`
    : null;
}

function columnsOption(options: unknown): string[] {
  if (options instanceof ColumnTable) return [];
  const { columns } = (options ?? {}) as { readonly columns?: unknown };
  return Array.isArray(columns) ? textsIn(columns) : [];
}

const MAX_NAMES = 20;

function noColumn(name: string, columns: readonly string[]): string {
  const nearest = nearestName(name, columns);
  const more = columns.length > MAX_NAMES ? ", ..." : "";
  const hint =
    nearest === null
      ? `it has ${columns.slice(0, MAX_NAMES).join(", ")}${more}`
      : `did you mean ${JSON.stringify(nearest)}?`;
  return `the table has no column ${JSON.stringify(name)}; ${hint}`;
}

/** All texts in the arguments, also inside lists and objects such as that of `desc("price")`. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || value instanceof ColumnTable || depth > 3) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(Array.isArray(value) ? [] : [key]),
    ...textsIn(inner, depth + 1),
  ]);
}

function codeOf(value: unknown): string {
  if (typeof value === "function" || typeof value === "string") return String(value);
  if (typeof value !== "object" || value === null || value instanceof ColumnTable) return "";
  // An expression such as `op.mean("price")`.
  if (Object.hasOwn(value, "fields")) return (value as { toString(): string }).toString();
  return Object.values(value).map(codeOf).join("\n");
}
