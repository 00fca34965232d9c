import { LIBRARY } from "../storage-names.ts";
import { sameSql } from "./same.ts";
import { at, call, holds, join, letIn, type Sql, unplaced, word } from "./sql.ts";

/** Makes a time with zone, which is null if either is. */
const ZONED = `${LIBRARY}.zoned`;

/**
 * The operand of TRY with NULL for a failure that is its value, as the result of CASE or the last argument of COALESCE: the engine evaluates
 * TRY row by row once a row fails.
 */
export function withNulls(sql: Sql): Sql {
  switch (sql.kind) {
    case "at":
      return at(sql.pos, withNulls(sql.of));
    case "let":
      return letIn(sql.operands, sql.variables, withNulls(sql.body));
    case "failure":
      return join([word("CAST(NULL AS "), sql.type, word(")")], "");
    case "call":
      if (sql.name === "coalesce") return withLastNull(sql.args);
      return sql.name === "CAST" || sql.name === ZONED ? call(sql.name, sql.args.map(withNulls)) : sql;
    case "list":
      return ofList(
        sql.items.filter((item) => item.kind !== "list" || item.items.length > 0),
        sql.separator,
      );
    default:
      return sql;
  }
}

function withLastNull(args: readonly Sql[]): Sql {
  const last = withNulls(args.at(-1)!);
  const isNull = unplaced(args.at(-1)!).kind === "failure" || (last.kind === "text" && last.text === "NULL");
  return isNull && args.length === 2 ? withNulls(args[0]!) : call("coalesce", [...args.slice(0, -1), last]);
}

/** `(…)`, `… AS type` in a cast, and `CASE … END`. */
function ofList(items: readonly Sql[], separator: string): Sql {
  const texts = items.map((item) => (item.kind === "text" ? item.text : null));
  const after = (i: number): string => {
    const rest = texts.slice(i + 1);
    const end = rest.indexOf(null);
    return rest.slice(0, end < 0 ? undefined : end).join("");
  };
  const isCase = /^CASE (?!.*CASE).* END$/.test(texts.map((text) => text ?? "?").join(""));
  const isValue = (i: number): boolean =>
    (items.length === 3 && texts[i - 1] === "(" && texts[i + 1] === ")") ||
    (i === 0 && after(i).startsWith(" AS ")) ||
    (isCase && / (?:THEN|ELSE) $/.test(texts[i - 1] ?? "") && /^(?:::\w+)? (?:WHEN|ELSE|END)/.test(after(i)));
  return join(
    items.map((item, i) => (isValue(i) ? withNulls(item) : item)),
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
