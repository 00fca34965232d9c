import { analyzeExpr, carry } from "../analyze/expression.ts";
import { coerce, convertExplicitly } from "../analyze/convert.ts";
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
import type { Call, Expr } from "../parse/ast.ts";
import { engineType } from "../types/engine-type.ts";
import { arrayOf, BOOLEAN, isNumeric, isText, JSON_TYPE, VARCHAR } from "../types/type.ts";
import type { Type } from "../types/type.ts";
import { toJson } from "./json-casts.ts";
import { commas, engine, join, literal, type Sql, word } from "../sql/tree.ts";

/** What the grammar puts into the arguments: see `parse/json-calls.ts`. */
interface Clauses {
  readonly input: Typed;
  /** The items at the path, as a list of JSON texts; null when the input is no JSON. */
  readonly items: Typed;
  readonly wrapper: string;
  readonly quotes: string;
  readonly empty: Expr;
  readonly error: Expr;
  readonly returning: Type;
}

function clauses(t: Translation, call: Call, scope: Scope): Clauses {
  // The grammar gives all of them, whatever is written; under a quoted name it is an ordinary call.
  if (call.args.length < 6)
    return t.fail("SYNTAX_ERROR", `${call.name} needs its name without quotes`, call.pos);
  const text = (i: number): string => (call.args[i] as Extract<Expr, { kind: "string" }>).value;
  const path = call.args[1]!;
  if (path.kind !== "string")
    return t.unsupported(`${call.name} with a path that is not a literal`, path.pos);
  const steps = parseJsonPath(path.value);
  if (steps === null) return t.unsupported(`the JSON path '${path.value}' in ${call.name}`, path.pos);
  const given = analyzeExpr(t, call.args[0]!, scope);
  const input = given.type.kind === "unknown" ? coerce(t, given, VARCHAR, call.pos) : given;
  const last = call.args[6];
  const returning = last?.kind === "cast" ? resolveTypeName(t, last.type) : VARCHAR;
  return {
    input,
    items: itemsAt(t, call, input, steps, /^\s*strict\b/i.test(path.value)),
    wrapper: text(2),
    quotes: text(3),
    empty: call.args[4]!,
    error: call.args[5]!,
    returning,
  };
}

/**
 * The items at the path. A lax path looks into arrays by itself on the way, so it may come to several; where that can't be, the engine's own
 * functions find the one, and otherwise the script engine does.
 */
function itemsAt(
  t: Translation,
  call: Call,
  input: Typed,
  steps: readonly PathStep[],
  strict: boolean,
): Typed {
  if (!isText(input.type) && input.type.kind !== "json")
    return t.mismatch(`${call.name} takes JSON as text, not ${t.typeName(input.type)}`, call.pos);
  const json = input.type.kind === "json" ? input : typed(engine`~try_json(${input.sql})`, JSON_TYPE);
  const single = (x: Sql): Sql => {
    const extract = engine`json_extract(${x}, ${enginePath(steps)})`;
    return engine`(CASE WHEN ${extract} IS NULL THEN CAST([] AS VARCHAR[]) ELSE [CAST(${extract} AS VARCHAR)] END)`;
  };
  const several = (x: Sql): Sql => {
    const written = steps.map((step) =>
      step.kind === "member"
        ? { member: step.name }
        : step.kind === "index"
          ? { index: step.index }
          : { all: step.of },
    );
    return engine`svc_json_items(CAST(${x} AS VARCHAR), ${literal(JSON.stringify(written))})`;
  };
  const sql = bindOnce([json], (x) => {
    if (strict && steps.every((step) => step.kind !== "wildcard")) return single(x);
    if (steps.some((step) => step.kind === "wildcard")) return several(x);
    const unwraps = steps.map((step, i) => {
      const before = i === 0 ? x : engine`json_extract(${x}, ${enginePath(steps.slice(0, i))})`;
      return step.kind === "member"
        ? engine`json_type(${before}) = 'ARRAY'`
        : engine`json_type(${before}) <> 'ARRAY'`;
    });
    return unwraps.length === 0
      ? single(x)
      : engine`(CASE WHEN ${join(unwraps, " OR ")} THEN ${several(x)} ELSE ${single(x)} END)`;
  });
  return carry(typed(sql, arrayOf(VARCHAR)), input);
}

/** What a clause such as NULL ON EMPTY gives. */
function action(t: Translation, clause: Expr, type: Type, call: Call, what: string, scope: Scope): Sql {
  if (clause.kind === "typed" && clause.type.name === "json-action") {
    if (clause.value === "null" || clause.value === "unknown")
      return engine`CAST(NULL AS ${engineType(type)})`;
    if (clause.value === "true" || clause.value === "false") return word(clause.value.toUpperCase());
    if (clause.value.startsWith("empty"))
      return clause.value === "empty object" ? engine`'{}'` : engine`'[]'`;
    return t.failing("INVALID_FUNCTION_ARGUMENT", `${call.name}: ${what}`, call.pos, engineType(type));
  }
  return convertExplicitly(t, analyzeExpr(t, clause, scope), type, clause.pos, false).sql;
}

const jsonValue: SpecialForm = (t, call, scope) => {
  const c = clauses(t, call, scope);
  const empty = action(t, c.empty, c.returning, call, "the path leads nowhere", scope);
  const error = action(t, c.error, c.returning, call, "the item is no scalar", scope);
  const sql = bindOnce([volatile(c.items)], (xs) => {
    const item = engine`CAST(${xs}[1] AS JSON)`;
    const scalar = typed(engine`(${item} ->> '$')`, VARCHAR);
    const value = isText(c.returning)
      ? convertExplicitly(t, scalar, c.returning, call.pos, false).sql
      : isNumeric(c.returning) || c.returning.kind === "boolean"
        ? engine`TRY_CAST(${scalar.sql} AS ${engineType(c.returning)})`
        : convertExplicitly(t, scalar, c.returning, call.pos, true).sql;
    return engine`(CASE WHEN ${c.input.sql} IS NULL THEN NULL WHEN ${xs} IS NULL THEN ${error} WHEN len(${xs}) = 0 THEN ${empty} WHEN len(${xs}) > 1 OR json_type(${item}) IN ('ARRAY', 'OBJECT') THEN ${error} WHEN json_type(${item}) = 'NULL' THEN NULL ELSE ${value} END)`;
  });
  return carry(typed(sql, c.returning), c.items);
};

const jsonQuery: SpecialForm = (t, call, scope) => {
  const c = clauses(t, call, scope);
  if (!isText(c.returning)) t.unsupported("json_query with RETURNING of another type than varchar", call.pos);
  const empty = action(t, c.empty, VARCHAR, call, "the path leads nowhere", scope);
  const error = action(t, c.error, VARCHAR, call, "there is no wrapper for several items", scope);
  const sql = bindOnce([volatile(c.items)], (xs) => {
    const wrapped = engine`('[' || array_to_string(${xs}, ',') || ']')`;
    const text = c.quotes === "omit" ? engine`(CAST(${xs}[1] AS JSON) ->> '$')` : engine`${xs}[1]`;
    const isOne = engine`len(${xs}) = 1 AND json_type(CAST(${xs}[1] AS JSON)) IN ('ARRAY', 'OBJECT')`;
    const found =
      c.wrapper === "unconditional" ? wrapped
      : c.wrapper === "without" ? engine`(CASE WHEN len(${xs}) > 1 THEN ${error} ELSE ${text} END)`
      : engine`(CASE WHEN ${isOne} THEN ${xs}[1] ELSE ${wrapped} END)`; // prettier-ignore
    return engine`(CASE WHEN ${c.input.sql} IS NULL THEN NULL WHEN ${xs} IS NULL THEN ${error} WHEN len(${xs}) = 0 THEN ${empty} ELSE ${found} END)`;
  });
  return carry(typed(sql, VARCHAR), c.items);
};

const jsonExists: SpecialForm = (t, call, scope) => {
  const { input, items } = clauses(t, call, scope);
  return carry(
    typed(
      engine`(CASE WHEN ${input.sql} IS NOT NULL THEN coalesce(len(${items.sql}) > 0, FALSE) END)`,
      BOOLEAN,
    ),
    items,
  );
};

/** Its SQL is long enough to be written once, however short the input. */
const volatile = (value: Typed): Typed => ({ ...value, volatile: true });

/** Calls that give JSON, though their type is text. */
const GIVES_JSON = new Set(["json_object", "json_array", "json_query"]);

/** JSON of a value on its own: null stays a JSON null. */
function member(t: Translation, expr: Expr, value: Typed, pos: number): Sql {
  if (value.type.kind === "unknown") return engine`'null'`;
  if (expr.kind === "call" && GIVES_JSON.has(expr.name)) return engine`coalesce(${value.sql}, 'null')`;
  return engine`coalesce(CAST(${toJson(t, value, pos).sql} AS VARCHAR), 'null')`;
}

/** json_object leaves nulls in unless it is told not to, json_array leaves them out. */
const constructor =
  (open: string, close: string, nulls: "absent" | "kept", entriesOf: "pairs" | "items"): SpecialForm =>
  (t, call, scope) => {
    const args = call.args.map((arg) => analyzeExpr(t, arg, scope));
    const written = (i: number): Sql => member(t, call.args[i]!, args[i]!, call.pos);
    const parts = args.flatMap((arg, i) => {
      if (entriesOf === "pairs" && i % 2 !== 0) return [];
      const value = entriesOf === "pairs" ? i + 1 : i;
      const key = entriesOf === "items" ? null : unified(t, [arg], "JSON keys", call.pos).values[0]!.sql;
      const entry =
        key === null ? written(value) : engine`CAST(to_json(${key}) AS VARCHAR) || ':' || ${written(value)}`;
      if ((call.nulls ?? nulls) === "kept") return [entry];
      return [engine`CASE WHEN ${args[value]!.sql} IS NOT NULL THEN ${entry} END`];
    });
    const sql =
      parts.length === 0
        ? literal(open + close)
        : engine`(${literal(open)} || concat_ws(',', ${commas(parts)}) || ${literal(close)})`;
    return carry(typed(sql, VARCHAR), args);
  };

/** The functions of SQL/JSON. Source: functions/json, "JSON functions". */
export const sqlJsonForms: Readonly<Record<string, SpecialForm>> = {
  json_value: jsonValue,
  json_query: jsonQuery,
  json_exists: jsonExists,
  json_object: constructor("{", "}", "kept", "pairs"),
  json_array: constructor("[", "]", "absent", "items"),
};
