import { isRefusal } from "../sql-error.ts";
import { LIBRARY } from "../storage-names.ts";
import { sameSql } from "./same.ts";
import { at, call, holds, join, letIn, type Sql, unplaced, type Variable, word } from "./sql.ts";

/** Makes a time with zone, which is null if either is. */
const ZONED = `${LIBRARY}.zoned`;

/** Functions of the engine that are null if any argument is. */
const STRICT = new Set(
  `date_trunc date_part date_diff date_sub strftime epoch epoch_ms epoch_us make_timestamp year month day hour minute second quarter
  lower upper trim ltrim rtrim length strlen reverse substring replace strpos starts_with regexp_extract regexp_matches regexp_full_match
  abs sign floor ceil sqrt ln exp pow isnan isinf isfinite md5 sha256 hex`.split(/\s+/),
);

/**
 * The operand of TRY with NULL in place of failures that make it null: as a result of CASE, the last argument of COALESCE, or an argument
 * of a strict function. The engine evaluates TRY row by row once a row fails.
 */
export function withNulls(sql: Sql): Sql {
  switch (sql.kind) {
    case "at":
      return at(sql.pos, withNulls(sql.of));
    case "let":
      return letIn(
        sql.operands.map((operand, i) =>
          isNullWith(sql.body, sql.variables[i]!) ? withNulls(operand) : operand,
        ),
        sql.variables,
        withNulls(sql.body),
      );
    case "failure":
      if (isRefusal(sql.error)) return sql;
      return join([word("CAST(NULL AS "), sql.type, word(")")], "");
    case "call":
      if (sql.name === "coalesce") return withLastNull(sql.args);
      return isStrict(sql.name) ? call(sql.name, sql.args.map(withNulls)) : sql;
    case "list":
      return ofList(
        sql.items.filter((item) => item.kind !== "list" || item.items.length > 0),
        sql.separator,
      );
    default:
      return sql;
  }
}

const isStrict = (name: string): boolean => name === "CAST" || name === ZONED || STRICT.has(name);

/** Whether the expression, in TRY, is null where the variable is. */
function isNullWith(sql: Sql, variable: Variable): boolean {
  const of = unplaced(sql);
  const isNull = (part: Sql): boolean => isNullWith(part, variable);
  if (of.kind === "failure") return !isRefusal(of.error);
  if (of === variable) return true;
  if (of.kind === "call") return isStrict(of.name) && of.args.some(isNull);
  if (of.kind !== "list") return false;
  const shape = shapeOf(of.items);
  if (ARITHMETIC.test(shape)) return of.items.some(isNull);
  const values = of.items.filter((_, i) => isValue(of.items, i));
  return values.length > 0 && !OWN_VALUE.test(shape) && values.every(isNull);
}

const ARITHMETIC = /^\?(?: (?:\/\/?|[-+*%]) \?)+$/;
/** Matches results of CASE that are written in the text itself, except NULL. */
const OWN_VALUE = /(?:THEN|ELSE) (?!\?|NULL )/;

/** The text of the items, with `?` for those that are not text. */
const shapeOf = (items: readonly Sql[]): string => items.map((item) => textOf(item) ?? "?").join("");

const textOf = (item: Sql | undefined): string | null => (item?.kind === "text" ? item.text : null);

/** The text between an item and the next item that is not text. */
function after(items: readonly Sql[], i: number): string {
  const rest = items.slice(i + 1).map(textOf);
  const end = rest.indexOf(null);
  return rest.slice(0, end < 0 ? undefined : end).join("");
}

function withLastNull(args: readonly Sql[]): Sql {
  const last = withNulls(args.at(-1)!);
  const written = unplaced(args.at(-1)!);
  const isNull =
    (written.kind === "failure" && !isRefusal(written.error)) ||
    (last.kind === "text" && last.text === "NULL");
  return isNull && args.length === 2 ? withNulls(args[0]!) : call("coalesce", [...args.slice(0, -1), last]);
}

/** Whether the item is a result of the whole SQL: in `(…)`, before `AS type` in a cast, or a branch of `CASE … END`. */
function isValue(items: readonly Sql[], i: number): boolean {
  const [before, next] = [textOf(items[i - 1]), textOf(items[i + 1])];
  if (textOf(items[i]) !== null) return false;
  if (items.length === 3 && before === "(" && next === ")") return true;
  const follows = after(items, i);
  if (i === 0 && follows.startsWith(" AS ")) return true;
  return (
    / (?:THEN|ELSE) $/.test(before ?? "") &&
    /^(?:::\w+)? (?:WHEN|ELSE|END)/.test(follows) &&
    /^CASE (?!.*CASE).* END$/.test(shapeOf(items))
  );
}

function ofList(items: readonly Sql[], separator: string): Sql {
  const isArithmetic = ARITHMETIC.test(shapeOf(items));
  return join(
    items.map((item, i) => (isArithmetic || isValue(items, i) ? withNulls(item) : item)),
    separator,
  );
}

/** More parts than these are not compared. */
const MAX_PARTS = 50;

/** Functions that fail for no value. */
const HARMLESS = new Set(["json_type", "json_extract", `${LIBRARY}.try_json`, `${LIBRARY}.valid_json`]);

/** Functions that are evaluated as they are written; parts inside the branches of CASE are not taken out. */
const PLAIN = new Set([
  ...HARMLESS,
  ...[
    "CAST",
    "trim",
    "ltrim",
    "rtrim",
    "regexp_full_match",
    "try_strptime",
    "make_timestamp",
    "svc_json_written",
    ZONED,
    ...["iso_instant", "text_zone"].map((name) => `${LIBRARY}.${name}`),
  ],
]);

const LEAVES = new Set<Sql["kind"]>(["literal", "name", "column", "variable", "lambda"]);

/**
 * Whether TRY may hold the expression as it is. The engine evaluates what is written twice once, outside of TRY. It does not if TRY is in
 * a lambda, which costs more for each call and can't hold a subquery.
 */
export function isEvaluatedOnce(sql: Sql): boolean {
  const parts: Sql[] = [];
  const collect = (part: Sql): boolean => {
    const of = unplaced(part);
    // The engine writes these as several comparisons.
    if (of.kind === "text") return !/\b(?:IN|OR)\b/.test(of.text);
    if (LEAVES.has(of.kind)) return true;
    if (of.kind === "let") return of.operands.every(collect);
    if (of.kind === "try") return collect(of.of);
    if (of.kind !== "list" && of.kind !== "call") return false;
    if (of.kind === "call" && !PLAIN.has(of.name)) return false;
    const inner = of.kind === "list" ? of.items : of.args;
    const isHarmless = of.kind === "call" && HARMLESS.has(of.name);
    if (!isHarmless && inner.some(({ kind }) => kind !== "text")) parts.push(of);
    return parts.length <= MAX_PARTS && inner.every(collect);
  };
  const isRepeated = (part: Sql, i: number): boolean => parts.slice(0, i).some((one) => sameSql(one, part));
  return holds(sql, "query") || (collect(sql) && !parts.some(isRepeated));
}
