import { isRefusal } from "../sql-error.ts";
import { type Case, type Sql, unplaced, type Variable } from "./nodes.ts";
import { cast, constant, rebuilt, withParts } from "./sql.ts";

/** Functions of the engine that are null if any argument is. */
const STRICT = new Set(
  `date_trunc date_part date_diff date_sub strftime epoch epoch_ms epoch_us make_timestamp year month day hour minute second quarter
  lower upper trim ltrim rtrim length strlen reverse substring replace strpos starts_with regexp_extract regexp_matches regexp_full_match
  abs sign floor ceil sqrt ln exp pow isnan isinf isfinite md5 sha256 hex ~zoned`.split(/\s+/),
);

/** Operators that are null if either side is. */
const ARITHMETIC = new Set(["+", "-", "*", "/", "//", "%"]);

/** Whether a part that is null makes the whole null. */
function isStrict(sql: Sql): boolean {
  switch (sql.kind) {
    case "call":
      return STRICT.has(sql.text);
    case "binary":
      return ARITHMETIC.has(sql.text);
    case "unary":
      return sql.text === "-";
    case "cast":
    case "at":
    case "group":
      return true;
    default:
      return false;
  }
}

/**
 * The operand of TRY with NULL in place of failures that make it null: as a result of CASE, the last argument of COALESCE, or a part of
 * something strict. The engine evaluates TRY row by row once a row fails.
 */
export function withNulls(sql: Sql): Sql {
  if (isStrict(sql)) return withParts(sql, withNulls);
  switch (sql.kind) {
    case "let": {
      const body = sql.parts.at(-1)!;
      const operands = sql.parts
        .slice(0, -1)
        .map((operand, i) => (isNullWith(body, sql.detail[i]!) ? withNulls(operand) : operand));
      return rebuilt(sql, [...operands, withNulls(body)]);
    }
    case "failure":
      return isRefusal(sql.text) ? sql : cast(constant("NULL"), sql.parts[1]);
    case "call":
      return sql.text === "coalesce" ? withLastNull(sql) : sql;
    case "case":
      return rebuilt(
        sql,
        sql.parts.map((part, i) => (isResult(sql, i) ? withNulls(part) : part)),
      );
    default:
      return sql;
  }
}

/** Whether the part of CASE is one of its results. */
const isResult = ({ parts, detail: { hasOperand, hasElse } }: Case, at: number): boolean =>
  hasElse && at === parts.length - 1 ? true : at >= Number(hasOperand) && (at - Number(hasOperand)) % 2 === 1;

const isNullConstant = (sql: Sql): boolean => sql.kind === "constant" && sql.text === "NULL";

/** Whether the expression, in TRY, is null where the variable is. */
function isNullWith(sql: Sql, variable: Variable): boolean {
  const of = unplaced(sql);
  const isNull = (part: Sql): boolean => isNullWith(part, variable);
  if (of.kind === "failure") return !isRefusal(of.text);
  if (of === variable) return true;
  if (isStrict(of)) return of.parts.some(isNull);
  if (of.kind !== "case") return false;
  const results = of.parts
    .filter((_, i) => isResult(of, i))
    .filter((part) => !isNullConstant(unplaced(part)));
  return results.length > 0 && results.every(isNull);
}

function withLastNull(sql: Sql): Sql {
  const lastPart = unplaced(sql.parts.at(-1)!);
  const last = withNulls(sql.parts.at(-1)!);
  const isNull = (lastPart.kind === "failure" && !isRefusal(lastPart.text)) || isNullConstant(last);
  return isNull && sql.parts.length === 2
    ? withNulls(sql.parts[0])
    : rebuilt(sql, [...sql.parts.slice(0, -1), last]);
}
