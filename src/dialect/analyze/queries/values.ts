import type { Expr } from "../../parse/ast.ts";
import { fieldAt } from "../expressions/row-value.ts";
import { unified } from "../operators/predicates.ts";
import type { Scope } from "../scope.ts";
import { cast, commas, engine, literal, unplaced, type Sql, typeSql } from "../../sql/tree.ts";
import type { Translation } from "../translation.ts";
import { engineTypeName } from "../../types/engine-type.ts";
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
  const types = columns.map(({ type }) => engineTypeName(type));
  return {
    sql:
      (rows.length < MANY_ROWS ? null : literalRows(cells, types)) ??
      engine`VALUES ${commas(cells.map((row) => engine`(${commas(row)})`))}`,
    columns: columns.map(({ type }, i) => ({ name: t.hive ? `col${i + 1}` : null, type })),
  };
}

/** Types whose literals the engine casts from the same text. */
const READ =
  /^(?:VARCHAR|BOOLEAN|DATE|TIMESTAMP|TIME|TINYINT|SMALLINT|INTEGER|BIGINT|DOUBLE|DECIMAL\(\d+,\d+\))$/;

/**
 * Rows of literals as JSON texts, which the engine reads while it runs; null if they have anything else. It would plan each cell as an
 * expression: some seconds for 100,000 rows, in which nothing can stop it but the end of its process.
 */
function literalRows(rows: readonly (readonly Sql[])[], types: readonly string[]): Sql | null {
  if (!types.every((type) => READ.test(type))) return null;
  const texts: (string | null)[][] = [];
  for (const row of rows) {
    const line: (string | null)[] = [];
    for (const [i, cell] of row.entries()) {
      const text = literalText(cell, types[i]!);
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
    return type === "VARCHAR" ? text : cast(text, typeSql(type));
  });
  return engine`SELECT ${commas(columns)} FROM (SELECT unnest(from_json(j, '[["VARCHAR"]]')) AS r FROM (VALUES ${commas(pieces)}) AS p(j)) AS l`;
}

/** The text that the engine casts to a literal's value; null for NULL, undefined for what is no literal. @param type - Of its column. */
function literalText(cell: Sql, type: string): string | null | undefined {
  const sql = unplaced(cell);
  const [value, kind] = sql.parts;
  switch (sql.kind) {
    case "literal":
      return type === "VARCHAR" && !NOT_IN_JSON.test(sql.text) ? sql.text : undefined;
    case "constant":
      return sql.text === "NULL" ? null : sql.text;
    case "cast":
      if (value?.kind === "constant" && value.text === "NULL") return null;
      return kind?.kind === "type" && kind.text === type ? numberText(sql) : undefined;
    case "sequence":
      // DATE '2024-01-01'
      return value?.kind === "text" && value.text === `${type} ` && kind?.kind === "literal"
        ? kind.text
        : undefined;
    default:
      return numberText(sql);
  }
}

/** Halves of surrogate pairs, and NUL, which ends a text of the engine's JSON. */
const NOT_IN_JSON = /[\p{Surrogate}\0]/u;

/** A number as it is written, also where it is cast to a type that has it whole; undefined for anything else. */
function numberText(sql: Sql): string | undefined {
  const [value, type] = sql.parts;
  switch (sql.kind) {
    case "constant":
      return sql.text;
    case "group":
    case "at":
      return numberText(value!);
    case "unary": {
      const text = sql.text === "-" ? numberText(value!) : undefined;
      return text === undefined || text.startsWith("-") ? undefined : `-${text}`;
    }
    case "cast": {
      if (sql.text === "TRY_CAST") return undefined;
      const of = unplaced(value!);
      if (of.kind === "literal")
        return scaleOf(type!) !== null || isDouble(type!) ? NUMBER.exec(of.text)?.[0] : undefined;
      if (of.kind !== "cast") return numberText(of);
      const [scale, own] = [scaleOf(type!), scaleOf(of.parts[1])];
      return scale !== null && own !== null && scale >= own ? numberText(of) : undefined;
    }
    default:
      return undefined;
  }
}

const NUMBER = /^\d*\.?\d*(?:e[+-]?\d+)?$/i;

const isDouble = (type: Sql): boolean => type.kind === "type" && type.text === "DOUBLE";

/** Fraction digits of a decimal type; null for another. */
function scaleOf(type: Sql): number | null {
  const [, scale] = (type.kind === "type" && /^DECIMAL\(\d+,(\d+)\)$/.exec(type.text)) || [];
  return scale === undefined ? null : Number(scale);
}
