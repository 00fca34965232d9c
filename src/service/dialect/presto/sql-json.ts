import { analyzeExpr, carry } from "../analyze/expression.ts";
import { convertExplicitly } from "../analyze/convert.ts";
import type { Scope } from "../analyze/scope.ts";
import type { Translation } from "../analyze/translation.ts";
import { resolveTypeName } from "../analyze/type-names.ts";
import type { Typed } from "../analyze/typed.ts";
import { typed } from "../analyze/typed.ts";
import { bindOnce } from "../analyze/bind-once.ts";
import { unified } from "../analyze/predicates.ts";
import type { SpecialForm } from "../functions/special-form.ts";
import { enginePath, parseJsonPath } from "../json/json-path.ts";
import type { PathStep } from "../json/json-path.ts";
import { LIBRARY } from "../library.ts";
import type { Call, Expr } from "../parse/ast.ts";
import { textLiteral } from "../position-marks.ts";
import { engineType } from "../types/engine-type.ts";
import { BOOLEAN, isNumeric, isText, JSON_TYPE, VARCHAR } from "../types/type.ts";
import type { Type } from "../types/type.ts";
import { toJson } from "./json-casts.ts";

/** What the grammar puts into the arguments: see `parse/json-calls.ts`. */
interface Clauses {
  readonly found: Typed;
  readonly wrapper: string;
  readonly quotes: string;
  readonly empty: Expr;
  readonly error: Expr;
  readonly returning: Type;
}

function clauses(t: Translation, call: Call, scope: Scope): Clauses {
  const text = (i: number): string => (call.args[i] as Extract<Expr, { kind: "string" }>).value;
  const path = call.args[1]!;
  if (path.kind !== "string")
    return t.unsupported(`${call.name} with a path that is not a literal`, path.pos);
  const steps = parseJsonPath(path.value);
  if (steps === null || steps.some((step) => step.kind === "wildcard"))
    return t.unsupported(`the JSON path '${path.value}' in ${call.name}`, path.pos);
  const last = call.args[6];
  const returning = last?.kind === "cast" ? resolveTypeName(t, last.type) : VARCHAR;
  return {
    found: found(t, call, steps, scope),
    wrapper: text(2),
    quotes: text(3),
    empty: call.args[4]!,
    error: call.args[5]!,
    returning,
  };
}

/** The item at the path. A lax path would look into arrays by itself on the way; where that would matter, it fails. */
function found(t: Translation, call: Call, steps: readonly PathStep[], scope: Scope): Typed {
  const input = analyzeExpr(t, call.args[0]!, scope);
  if (!isText(input.type) && input.type.kind !== "json")
    return t.mismatch(`${call.name} takes JSON as text, not ${t.typeName(input.type)}`, call.pos);
  const json = input.type.kind === "json" ? input : typed(`${LIBRARY}.try_json(${input.sql})`, JSON_TYPE);
  const unwraps = steps.flatMap((step, i) =>
    step.kind === "member"
      ? [
          `json_type(${i === 0 ? json.sql : `json_extract(${json.sql}, ${enginePath(steps.slice(0, i))})`}) = 'ARRAY'`,
        ]
      : [],
  );
  const extract = `json_extract(${json.sql}, ${enginePath(steps)})`;
  if (unwraps.length === 0) return carry(typed(extract, JSON_TYPE), input);
  const failure = t.failing(
    "NOT_SUPPORTED",
    `unsupported in the local service: ${call.name} with a lax path through an array`,
    call.pos,
    `lax ${extract}`,
    "INTEGER",
  );
  return carry(
    typed(
      `(CASE WHEN ${unwraps.join(" OR ")} THEN CAST(${failure} AS VARCHAR)::JSON ELSE ${extract} END)`,
      JSON_TYPE,
    ),
    input,
  );
}

/** What a clause such as NULL ON EMPTY gives. */
function action(t: Translation, clause: Expr, type: Type, call: Call, what: string, scope: Scope): string {
  if (clause.kind === "typed" && clause.type.name === "json-action") {
    if (clause.value === "null" || clause.value === "unknown") return `CAST(NULL AS ${engineType(type)})`;
    if (clause.value === "true" || clause.value === "false") return clause.value.toUpperCase();
    if (clause.value.startsWith("empty")) return clause.value === "empty object" ? "'{}'" : "'[]'";
    return t.failing(
      "INVALID_FUNCTION_ARGUMENT",
      `${call.name}: ${what}`,
      call.pos,
      `${call.name} ${what}`,
      engineType(type),
    );
  }
  return convertExplicitly(t, analyzeExpr(t, clause, scope), type, clause.pos, false).sql;
}

const jsonValue: SpecialForm = (t, call, scope) => {
  const c = clauses(t, call, scope);
  const empty = action(t, c.empty, c.returning, call, "the path leads nowhere", scope);
  const error = action(t, c.error, c.returning, call, "the item is no scalar", scope);
  const sql = bindOnce([c.found], (x) => {
    const scalar = typed(`(${x} ->> '$')`, VARCHAR);
    const value = isText(c.returning)
      ? convertExplicitly(t, scalar, c.returning, call.pos, false).sql
      : isNumeric(c.returning) || c.returning.kind === "boolean"
        ? `TRY_CAST(${scalar.sql} AS ${engineType(c.returning)})`
        : convertExplicitly(t, scalar, c.returning, call.pos, true).sql;
    return `(CASE WHEN ${x} IS NULL THEN ${empty} WHEN json_type(${x}) = 'NULL' THEN NULL WHEN json_type(${x}) IN ('ARRAY', 'OBJECT') THEN ${error} ELSE ${value} END)`;
  });
  return carry(typed(sql, c.returning), c.found);
};

const jsonQuery: SpecialForm = (t, call, scope) => {
  const c = clauses(t, call, scope);
  if (!isText(c.returning)) t.unsupported("json_query with RETURNING of another type than varchar", call.pos);
  const empty = action(t, c.empty, VARCHAR, call, "the path leads nowhere", scope);
  const error = action(t, c.error, VARCHAR, call, "the item is a scalar and there is no wrapper", scope);
  const sql = bindOnce([c.found], (x) => {
    const text = c.quotes === "omit" ? `(${x} ->> '$')` : `CAST(${x} AS VARCHAR)`;
    const scalar =
      c.wrapper === "without" ? (c.quotes === "omit" ? text : error) : `'[' || CAST(${x} AS VARCHAR) || ']'`;
    const structure =
      c.wrapper === "unconditional" ? `'[' || CAST(${x} AS VARCHAR) || ']'` : `CAST(${x} AS VARCHAR)`;
    return `(CASE WHEN ${x} IS NULL THEN ${empty} WHEN json_type(${x}) IN ('ARRAY', 'OBJECT') THEN ${structure} ELSE ${c.wrapper === "without" && c.quotes !== "omit" ? text : scalar} END)`;
  });
  return carry(typed(sql, VARCHAR), c.found);
};

const jsonExists: SpecialForm = (t, call, scope) => {
  const { found: item } = clauses(t, call, scope);
  return carry(typed(`(${item.sql} IS NOT NULL)`, BOOLEAN), item);
};

/** JSON of a value on its own: null stays a JSON null. */
function member(t: Translation, value: Typed, pos: number): string {
  if (value.type.kind === "unknown") return "'null'";
  return `coalesce(CAST(${toJson(t, value, pos).sql} AS VARCHAR), 'null')`;
}

const jsonObject =
  (absent: boolean): SpecialForm =>
  (t, call, scope) => {
    const args = call.args.map((arg) => analyzeExpr(t, arg, scope));
    const parts = args.flatMap((key, i) => {
      if (i % 2 !== 0) return [];
      const value = args[i + 1]!;
      const entry = `CAST(to_json(${unified(t, [key], "JSON keys", call.pos).values[0]!.sql}) AS VARCHAR) || ':' || ${member(t, value, call.pos)}`;
      return [absent ? `CASE WHEN ${value.sql} IS NOT NULL THEN ${entry} END` : entry];
    });
    return carry(
      typed(
        parts.length === 0 ? textLiteral("{}") : `('{' || concat_ws(',', ${parts.join(", ")}) || '}')`,
        VARCHAR,
      ),
      ...args,
    );
  };

const jsonArray =
  (absent: boolean): SpecialForm =>
  (t, call, scope) => {
    const args = call.args.map((arg) => analyzeExpr(t, arg, scope));
    const parts = args.map((value) =>
      absent
        ? `CASE WHEN ${value.sql} IS NOT NULL THEN ${member(t, value, call.pos)} END`
        : member(t, value, call.pos),
    );
    return carry(
      typed(
        parts.length === 0 ? textLiteral("[]") : `('[' || concat_ws(',', ${parts.join(", ")}) || ']')`,
        VARCHAR,
      ),
      ...args,
    );
  };

/** The functions of SQL/JSON. Source: functions/json, "JSON functions". */
export const sqlJsonForms: Readonly<Record<string, SpecialForm>> = {
  json_value: jsonValue,
  json_query: jsonQuery,
  json_exists: jsonExists,
  json_object_null: jsonObject(false),
  json_object_absent: jsonObject(true),
  json_array_null: jsonArray(false),
  json_array_absent: jsonArray(true),
};
