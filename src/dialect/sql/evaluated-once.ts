import { holds, type Sql, unplaced } from "./nodes.ts";
import { SqlSet } from "./same.ts";

/** Functions that fail for no value. */
const HARMLESS = new Set(["json_type", "json_extract", "~try_json", "~valid_json"]);

/** Functions that are evaluated as they are written; parts inside the branches of CASE are not taken out. */
const PLAIN = new Set([
  ...HARMLESS,
  ...["trim", "ltrim", "rtrim", "regexp_full_match", "try_strptime", "make_timestamp", "svc_json_written"],
  ...["~zoned", "~iso_instant", "~text_zone"],
]);

const LEAVES = new Set<Sql["kind"]>([
  "text",
  "type",
  "constant",
  "literal",
  "name",
  "column",
  "variable",
  "lambda",
]);

/** Operators that the engine writes as several comparisons. */
const SPREAD = new Set(["OR", "IN", "NOT IN"]);

const PASSED = new Set<Sql["kind"]>(["group", "unary", "binary", "between", "case", "cast", "element", "array", "list", "sequence"]); // prettier-ignore

/**
 * Whether TRY may hold the expression as it is. The engine evaluates what is written twice once, outside of TRY. It does not if TRY is in
 * a lambda, which costs more for each call and can't hold a subquery.
 */
export function isEvaluatedOnce(sql: Sql): boolean {
  const differing = new SqlSet();
  const isOnce = (part: Sql): boolean => {
    const of = unplaced(part);
    if (LEAVES.has(of.kind)) return true;
    if (of.kind === "let") return of.parts.slice(0, -1).every(isOnce);
    if (of.kind === "try") return isOnce(of.parts[0]);
    if (of.kind === "binary" && SPREAD.has(of.text)) return false;
    if (of.kind === "call" ? !PLAIN.has(of.text) : !PASSED.has(of.kind)) return false;
    const isHarmless = of.kind === "call" && HARMLESS.has(of.text);
    if (!isHarmless && of.kind !== "group" && mayDiffer(of)) {
      if (differing.has(of)) return false;
      differing.add(of);
    }
    return of.parts.every(isOnce);
  };
  return holds(sql, "query") || isOnce(sql);
}

/** Whether it is a conversion, or a part of it is more than words and numbers. */
const mayDiffer = (sql: Sql): boolean =>
  sql.kind === "cast" || sql.parts.some(({ kind }) => kind !== "text" && kind !== "constant");
