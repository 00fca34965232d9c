import type { Expr } from "../../parse/ast.ts";
import { fieldAt } from "../expressions/row-value.ts";
import { unified } from "../operators/predicates.ts";
import type { Scope } from "../scope.ts";
import { cast, commas, engine, literal, type Sql } from "../../sql/tree.ts";
import type { Translation } from "../translation.ts";
import { engineType } from "../../types/engine-type.ts";
import { isNumeric, type Type } from "../../types/type.ts";
import type { Typed } from "../typed.ts";
import type { AnalyzedQuery } from "./analyzed-query.ts";

/** VALUES of at least as many rows of literals become texts that the engine reads. */
const MANY_ROWS = 500;
/** Rows of one text. */
const PIECE_ROWS = 1000;

export function analyzeValues(t: Translation, rows: readonly Expr[], scope: Scope): AnalyzedQuery {
  const table = rows.map((row) => {
    if (row.kind === "row") return row.items.map((item) => t.expression(item, scope));
    const value = t.expression(row, scope);
    return !t.hive && value.type.kind === "row"
      ? value.type.fields.map((_, i) => fieldAt(value, i))
      : [value];
  });
  const first = table[0]!;
  table.forEach(({ length }, r) => {
    if (length !== first.length)
      t.mismatch(`Values rows have mismatched sizes: ${first.length} vs ${length}`, rows[r]!.pos);
  });
  const positions = rows.map(({ pos }) => pos);
  const columns = first.map((_, i) => {
    const cells = table.map((row) => row[i]!);
    return unified(t, cells, `all values of column ${i + 1}`, positions[0]!, positions);
  });
  const cells = rows.map((_, r) => columns.map(({ values }) => values[r]!.sql));
  const types = columns.map(({ type }) => type);
  return {
    sql:
      (rows.length < MANY_ROWS ? null : literalRows(rows, table, types)) ??
      engine`VALUES ${commas(cells.map((row) => engine`(${commas(row)})`))}`,
    columns: columns.map(({ type }, i) => ({ name: t.hive ? `col${i + 1}` : null, type })),
  };
}

/**
 * Rows of literals as JSON texts, which the engine reads while it runs; null if they have anything else. It would plan each cell as an
 * expression: some seconds for 100,000 rows, in which nothing can stop it but the end of its process.
 */
function literalRows(
  rows: readonly Expr[],
  table: readonly (readonly Typed[])[],
  types: readonly Type[],
): Sql | null {
  const texts: (string | null)[][] = [];
  for (const [r, row] of rows.entries()) {
    const cells = row.kind === "row" ? row.items : [row];
    if (cells.length !== types.length) return null;
    const line: (string | null)[] = [];
    for (const [i, cell] of cells.entries()) {
      const text = literalText(cell, table[r]![i]!, types[i]!);
      if (text === undefined) return null;
      line.push(text);
    }
    texts.push(line);
  }
  const pieces: Sql[] = [];
  for (let at = 0; at < texts.length; at += PIECE_ROWS)
    pieces.push(engine`(${literal(JSON.stringify(texts.slice(at, at + PIECE_ROWS)))})`);
  const columns = types.map((type, i) => {
    const text = engine`r[${i + 1}]`;
    return type.kind === "varchar" ? text : cast(text, engineType(type));
  });
  return engine`SELECT ${commas(columns)} FROM (SELECT unnest(from_json(j, '[["VARCHAR"]]')) AS r FROM (VALUES ${commas(pieces)}) AS p(j)) AS l`;
}

/** The text that the engine casts to a literal's value in a column of the type; null for NULL, undefined for what is no literal. */
function literalText(cell: Expr, { sql, type: own }: Typed, type: Type): string | null | undefined {
  if (cell.kind === "null") return isRead(type) ? null : undefined;
  if (!isLiteral(cell) || !isRead(type) || !isRead(own)) return undefined;
  if (own.kind !== type.kind && !(isNumeric(own) && isNumeric(type))) return undefined;
  const text = textOf(sql);
  return text === undefined || NOT_IN_JSON.test(text) ? undefined : text;
}

const isLiteral = (expr: Expr): boolean =>
  expr.kind === "unary"
    ? expr.op === "-" && expr.arg.kind === "number"
    : ["number", "string", "boolean", "typedLiteral"].includes(expr.kind);

/** Whether the engine casts the texts of literals to their values. */
const isRead = (type: Type): boolean =>
  (isNumeric(type) && type.kind !== "real") ||
  ["varchar", "boolean", "date", "timestamp", "time"].includes(type.kind);

/** Halves of surrogate pairs, and NUL, which ends a text of the engine's JSON. */
const NOT_IN_JSON = /[\p{Surrogate}\0]/u;

/** The text or the number of a literal in the engine's SQL, where it may have a sign and a type. */
function textOf({ kind, text, parts }: Sql): string | undefined {
  switch (kind) {
    case "literal":
    case "constant":
      return text;
    case "at":
    case "group":
    case "cast":
      return textOf(parts[0]);
    case "unary": {
      const of = textOf(parts[0]);
      return of === undefined ? undefined : `-${of}`;
    }
    case "sequence":
      // DATE '2024-01-01'
      return parts.length === 2 && parts[1]!.kind === "literal" ? textOf(parts[1]) : undefined;
    default:
      return undefined;
  }
}
