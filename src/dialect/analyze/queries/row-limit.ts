import type { Expr, Query, Select } from "../../parse/ast.ts";
import { columnNames, commas, EMPTY, engine, sequence, type Sql, word } from "../../sql/tree.ts";
import { BIGINT } from "../../types/type.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import type { AnalyzedQuery } from "./analyzed-query.ts";
import { orderSql } from "./order-by.ts";
import { readSelect } from "./select.ts";

/** LIMIT and OFFSET. */
export function limitSql(t: Translation, query: Query, scope: Scope): Sql {
  const clause = (name: string, expr: Expr | null): Sql =>
    expr === null ? EMPTY : engine` ${word(name)} ${countOf(t, expr, name, scope)}`;
  if (query.limit === null && query.offset === null) return EMPTY;
  return sequence([clause("LIMIT", query.limit), clause("OFFSET", query.offset)]);
}

/** A row count, from LIMIT or OFFSET. */
function countOf(t: Translation, expr: Expr, what: string, scope: Scope): number | bigint {
  const { constant, parameter } = t.expression(expr, scope);
  if (parameter !== undefined) {
    t.parameterTypes[parameter] = BIGINT;
    return 0;
  }
  if (typeof constant === "bigint") return constant;
  if (typeof constant !== "number" || !Number.isInteger(constant) || constant < 0)
    return t.syntaxError(`${what} must be a whole number`, expr.pos);
  return constant;
}

/** FETCH FIRST n ROWS WITH TIES: includes rows that tie with the last one, found by their rank. */
export function withTies(t: Translation, query: Query, select: Select, scope: Scope): AnalyzedQuery {
  if (query.orderBy.length === 0)
    t.fail("MISSING_ORDER_BY", "FETCH FIRST WITH TIES needs ORDER BY", query.pos);
  const { distinct, list, body, order, columns } = readSelect(t, select, scope, query.orderBy);
  const names = columnNames(columns);
  const numbered = (values: readonly Sql[], from: Sql): Sql => {
    const keys = orderSql(t, order, (place) => values[place - 1]!);
    return engine`SELECT ${commas(values)}, row_number() OVER (${keys}), rank() OVER (${keys})${from}`;
  };
  // The rows are numbered after DISTINCT.
  const rows = select.distinct
    ? numbered(names, engine` FROM (SELECT ${distinct}${commas(list)}${body}) AS o(${commas(names)})`)
    : numbered(list, body);
  const limit = query.limit === null ? 1 : countOf(t, query.limit, "LIMIT", scope);
  const offset = query.offset === null ? 0 : countOf(t, query.offset, "OFFSET", scope);
  const sql = engine`SELECT ${commas(names)} FROM (${rows}) AS o(${commas(names)}, n, k) WHERE n > ${offset} AND k <= ${BigInt(offset) + BigInt(limit)} ORDER BY n`;
  return { sql, columns };
}
