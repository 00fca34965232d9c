import type ts from "typescript";
import { parseDescriptor } from "../../../core/options/descriptor.ts";
import { quoteIdentifier } from "../../../core/sql/sql-literal.ts";
import type { Dialect } from "../../../dialect/dialect.ts";
import type { TypedStatement } from "../../sql/row-type.ts";
import { edited } from "./edited.ts";
import { readSource } from "./source.ts";
import { typescript } from "./typescript.ts";

/** Engines that the notebook's cells created from a literal descriptor, by variable name. */
export type KnownEngines = Map<string, Pick<TypedStatement, "dialect" | "database">>;

const MAYBE = /read_svc|create_engine/;
const READERS: ReadonlySet<string> = new Set(["read_svc", "read_svc_query", "read_svc_table"]);

/**
 * Adds the row type to each `read_svc_query("select ...", engine)` and `read_svc_table("name", engine)` of a cell, if both arguments are literal. Changes nothing else.
 *
 * @param engines - Receives the engines that the cell creates.
 * @param rowType - Null when the type is unknown.
 */
export function typeReads(
  cell: string,
  engines: KnownEngines,
  rowType: (statement: TypedStatement) => string | null,
): string {
  if (!MAYBE.test(cell)) return cell;
  const edits = readSource(cell).nodes((node) => {
    noteEngine(node, engines);
    const { isCallExpression, isIdentifier } = typescript();
    if (!isCallExpression(node) || !isIdentifier(node.expression) || node.typeArguments) return null;
    const { expression: called, arguments: values } = node;
    if (!READERS.has(called.text)) return null;
    const [text, engine] = [literalText(values[0]), engineAt(values[1], engines)];
    if (text === null || engine === null || changesColumns(values[2])) return null;
    const sql = called.text === "read_svc_table" ? tableSql(text, engine.dialect) : text;
    const type = rowType({ sql, ...engine, dates: false });
    return type === null ? null : { start: called.end, end: called.end, text: `<${type}>` };
  });
  return edited(cell, edits);
}

/** Notes the engine that a variable gets, or that it has another value now. */
function noteEngine(node: ts.Node, engines: KnownEngines): void {
  const is = typescript();
  const [name, value] = is.isVariableDeclaration(node)
    ? [node.name, node.initializer]
    : is.isBinaryExpression(node) && node.operatorToken.kind === is.SyntaxKind.EqualsToken
      ? [node.left, node.right]
      : [];
  if (name === undefined || value === undefined || !is.isIdentifier(name)) return;
  const engine = is.isCallExpression(value) ? engineAt(value, engines) : null;
  if (engine === null) engines.delete(name.text);
  else engines.set(name.text, engine);
}

/** @param name - `table` or `database.table`. */
const tableSql = (name: string, dialect: Dialect): string =>
  `select * from ${name
    .split(".")
    .map((part) => quoteIdentifier(part, dialect))
    .join(".")}`;

/** Whether a call's options may change the columns or their types. */
function changesColumns(options: ts.Expression | undefined): boolean {
  if (options === undefined) return false;
  const is = typescript();
  return (
    !is.isObjectLiteralExpression(options) ||
    options.properties.some(
      ({ name }) => name === undefined || /^["']?(?:parse_dates|columns)\b|^\[/.test(name.getText()),
    )
  );
}

function engineAt(value: ts.Expression | undefined, engines: KnownEngines) {
  const is = typescript();
  if (value === undefined) return null;
  if (is.isIdentifier(value)) return engines.get(value.text) ?? null;
  const isNew = is.isCallExpression(value) && is.isIdentifier(value.expression);
  return isNew && value.expression.text === "create_engine" ? engineOf(value.arguments[0]) : null;
}

function engineOf(descriptor: ts.Expression | undefined) {
  const text = literalText(descriptor);
  try {
    const { type, database } = parseDescriptor(text ?? "");
    return { dialect: type, database };
  } catch {
    // The error is reported when the cell runs.
    return null;
  }
}

/** The value of a string, or of a template without expressions. */
function literalText(value: ts.Expression | undefined): string | null {
  return value !== undefined && typescript().isStringLiteralLike(value) ? value.text : null;
}
