import { family } from "../functions/function-table.ts";
import { SqlError, type SqlErrorKind } from "../sql-error.ts";
import { coerce, convertExplicitly } from "../analyze/coerce.ts";
import type { Scope } from "../analyze/scope.ts";
import type { Translation } from "../analyze/translation.ts";
import { resolveTypeName } from "../analyze/type-names.ts";
import { type Typed, withType } from "../analyze/typed.ts";
import { bindOnce, isWorthBinding } from "../analyze/bind-once.ts";
import type { SpecialForm } from "../functions/special-form.ts";
import { enginePath, type PathStep } from "../json/json-path.ts";
import { type JsonPath, type ParsedPath, parseSqlJsonPath, variablesOf } from "../json/sql-json-path.ts";
import type { Call, Expr, ExprOf } from "../parse/ast.ts";
import { engineType } from "../types/engine-type.ts";
import { arrayOf, BIGINT, BOOLEAN, DOUBLE, isNumeric, isText, JSON_TYPE, VARCHAR } from "../types/type.ts";
import type { Type } from "../types/type.ts";
import { toJson } from "./json-casts.ts";
import {
  commas,
  engine,
  holds,
  literal,
  type Sql,
  binary,
  chain,
  caseOf,
  constant,
  group,
} from "../sql/tree.ts"; // prettier-ignore // prettier-ignore

/** The clauses that the grammar turned into arguments: see `parse/json-calls.ts`. */
/** The results of a call by what is at the path. */
interface ResultsByItems {
  readonly whens: readonly (readonly [test: Sql, value: Sql])[];
  readonly otherwise: Sql;
}

interface Clauses {
  /** SQL of the result: null for a null input; of the items at the path, a list of JSON texts, null if there is no JSON or no such path. */
  readonly withItems: (write: (items: Sql) => ResultsByItems) => Sql;
  /** The input and what PASSING names. */
  readonly values: readonly Typed[];
  readonly wrapper: string;
  readonly quotes: string;
  readonly empty: Expr;
  readonly error: Expr;
  readonly returning: Type;
}

function clauses(t: Translation, call: Call, scope: Scope): Clauses {
  // The grammar always adds all of them; a quoted name makes it an ordinary call.
  const returning = call.args[6];
  if (returning?.kind !== "cast")
    return t.syntaxError(`${call.name} needs its name without quotes`, call.pos);
  const text = (i: number): string => (call.args[i] as ExprOf<"string">).value;
  const values = [
    jsonInput(t, call.args[0]!, call, scope),
    ...passing(call).map(({ expr }) => analyzedValue(t, expr, call, scope)),
  ];
  const result = (write: (items: Sql) => ResultsByItems, names: readonly Sql[]): Sql => {
    const [input, ...variables] = values.map((value, i) => ({ ...value, sql: names[i]! }));
    return bindOnce(
      [itemsAt(t, call, input!, variables)],
      (xs) => {
        const { whens, otherwise } = write(xs);
        return group(caseOf([[engine`${input!.sql} IS NULL`, engine`NULL`], ...whens], otherwise));
      },
      // Its SQL is long even for short input.
      () => true,
    );
  };
  const withItems: Clauses["withItems"] = (write) =>
    bindOnce(
      values,
      (...names) => result(write, names),
      // The items' lambda uses the values again, and the engine allows no subquery there.
      (value) => isWorthBinding(value) || holds(value.sql, "query"),
    );
  return {
    withItems: withItems,
    values,
    wrapper: text(2),
    quotes: text(3),
    empty: call.args[4]!,
    error: call.args[5]!,
    returning: resolveTypeName(t, returning.type),
  };
}

/** The input: text with JSON, or UTF-8 bytes. */
function jsonInput(t: Translation, expr: Expr, call: Call, scope: Scope): Typed {
  const jsonInput = t.expression(expr, scope);
  if (jsonInput.type.kind === "unknown") return coerce(t, jsonInput, VARCHAR, call.pos);
  if (jsonInput.type.kind === "varbinary")
    return withType(engine`decode(${jsonInput.sql})`, VARCHAR, jsonInput);
  return isText(jsonInput.type)
    ? jsonInput
    : t.mismatch(`${call.name} takes JSON as text, not ${t.typeName(jsonInput.type)}`, call.pos);
}

const asJson = (text: Sql): Sql => engine`~try_json(${text})`;

function parsedPath(t: Translation, call: Call): { text: string; path: ParsedPath } {
  const path = call.args[1]!;
  if (path.kind !== "string")
    return t.unsupported(`${call.name} with a path that is not a literal`, path.pos);
  try {
    return { text: path.value, path: parseSqlJsonPath(path.value) };
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    return error.kind === "NOT_SUPPORTED"
      ? t.unsupported(`${error.reason} in a JSON path`, path.pos)
      : t.syntaxError(`'${path.value}' is not a JSON path: ${error.reason}`, path.pos);
  }
}

/** Each step of a longer path would be written with all steps before it. */
const MOST_STEPS = 16;

/** The steps of a short path with only members and indexes; null for others. */
function plainSteps(path: JsonPath): PathStep[] | null {
  if (path.kind === "context") return [];
  if (path.kind !== "member" && path.kind !== "subscript") return null;
  const before = plainSteps(path.of);
  if (before === null || before.length === MOST_STEPS) return null;
  if (path.kind === "member") return [...before, { kind: "member", name: path.name }];
  const [range] = path.ranges;
  const isPlace = path.ranges.length === 1 && range!.to === null && range!.from.kind === "literal";
  const index = isPlace ? Number((range!.from as { text: string }).text) : NaN;
  return Number.isSafeInteger(index) ? [...before, { kind: "index", index }] : null;
}

/**
 * The items at the path. Members and indexes use the engine's functions, unless a lax path has to unwrap an array or Trino would print a
 * number differently; anything else uses the script function.
 */
function itemsAt(t: Translation, call: Call, input: Typed, variables: readonly Typed[]): Typed {
  const { text, path } = parsedPath(t, call);
  const steps = plainSteps(path.path);
  const { sql: object, failed } = passedObject(t, call, path, variables);
  // Blank text is treated as JSON null.
  const jsonText = engine`CASE WHEN trim(${input.sql}) = '' THEN 'null' ELSE ${input.sql} END`;
  const sql = bindOnce([withType(asJson(jsonText), JSON_TYPE)], (x) => {
    const several = engine`svc_json_path(CAST(${x} AS VARCHAR), ${literal(text)}, ${object})`;
    if (steps === null) return engine`(CASE WHEN ${failed} THEN NULL ELSE ${several} END)`;
    const extract = engine`json_extract(${x}, ${enginePath(steps)})`;
    const unwraps = steps.map((step, i) => {
      const before = i === 0 ? x : engine`json_extract(${x}, ${enginePath(steps.slice(0, i))})`;
      return binary(step.kind === "member" ? "=" : "<>", engine`json_type(${before})`, literal("ARRAY"));
    });
    // The engine finds the first of equal keys, Trino the last.
    const doubled = steps.flatMap((step, i) => {
      if (step.kind !== "member") return [];
      const keys = engine`json_keys(${i === 0 ? x : engine`json_extract(${x}, ${enginePath(steps.slice(0, i))})`})`;
      const isDoubled = engine`len(list_distinct(${keys})) < len(${keys})`;
      if (!/^\w+$/.test(step.name)) return [isDoubled];
      const twice = literal(`(?s)"${step.name}".*"${step.name}"|\\\\`);
      return [engine`regexp_matches(CAST(${x} AS VARCHAR), ${twice}) AND ${isDoubled}`];
    });
    const isAwkward = engine`json_type(${extract}) IN ('DOUBLE', 'ARRAY', 'OBJECT')`;
    const awkward = chain("OR", [...(path.strict ? [] : unwraps), ...doubled, isAwkward]);
    const nothing = path.strict ? engine`NULL` : engine`CAST([] AS VARCHAR[])`;
    return engine`(CASE WHEN ${x} IS NULL OR ${failed} THEN NULL WHEN ${awkward} THEN ${several} WHEN ${extract} IS NULL THEN ${nothing} ELSE [CAST(${extract} AS VARCHAR)] END)`;
  });
  return withType(sql, arrayOf(VARCHAR));
}

/** The names and expressions of PASSING. */
const passing = (call: Call): { name: string; expr: Expr }[] =>
  call.args
    .slice(7)
    .flatMap((arg, i, all) =>
      i % 2 === 0 ? [{ name: (arg as ExprOf<"string">).value, expr: all[i + 1]! }] : [],
    );

const isFormatted = (expr: Expr): expr is Call => expr.kind === "call" && expr.name === "format json";

const analyzedValue = (t: Translation, expr: Expr, call: Call, scope: Scope): Typed =>
  isFormatted(expr) ? jsonInput(t, expr.args[0]!, call, scope) : t.expression(expr, scope);

/** An object of the non-null variables of PASSING, and whether one with FORMAT JSON is invalid. */
function passedObject(
  t: Translation,
  call: Call,
  path: ParsedPath,
  values: readonly Typed[],
): { sql: Sql; failed: Sql } {
  const failed: Sql[] = [];
  const named = passing(call);
  const entries = named.map(({ name, expr }, i) => {
    const value = values[i]!;
    const key = literal(`${JSON.stringify(name)}:`);
    if (isFormatted(expr)) {
      const json = asJson(value.sql);
      failed.push(engine`${value.sql} IS NOT NULL AND ${json} IS NULL`);
      return engine`${key} || CAST(${json} AS VARCHAR)`;
    }
    if (value.type.kind === "date" || value.type.kind.startsWith("time"))
      return t.unsupported(`a ${t.typeName(value.type)} as a variable of a JSON path`, expr.pos);
    return engine`${key} || ${member(t, expr, value, call)}`;
  });
  const unknown = variablesOf(path).find((name) => !named.some((one) => one.name === name));
  if (unknown !== undefined)
    t.syntaxError(`PASSING names no variable '${unknown}' of the JSON path`, call.args[1]!.pos);
  return {
    sql: entries.length === 0 ? literal("{}") : engine`'{' || concat_ws(',', ${commas(entries)}) || '}'`,
    failed: failed.length === 0 ? engine`FALSE` : chain("OR", failed),
  };
}

const FAILURES: Readonly<Record<string, SqlErrorKind>> = {
  json_value: "JSON_VALUE_RESULT_ERROR",
  json_query: "JSON_OUTPUT_CONVERSION_ERROR",
  json_exists: "PATH_EVALUATION_ERROR",
};

/** The value of a clause such as NULL ON EMPTY. */
function action(t: Translation, clause: Expr, type: Type, call: Call, what: string, scope: Scope): Sql {
  if (clause.kind === "typedLiteral" && clause.type.name === "json-action") {
    if (clause.value === "null" || clause.value === "unknown")
      return engine`CAST(NULL AS ${engineType(type)})`;
    if (clause.value === "true" || clause.value === "false") return constant(clause.value.toUpperCase());
    if (clause.value.startsWith("empty"))
      return clause.value === "empty object" ? engine`'{}'` : engine`'[]'`;
    return t.failing(`${call.name}: ${what}`, call.pos, type, FAILURES[call.name]);
  }
  return convertExplicitly(t, t.expression(clause, scope), type, clause.pos, false).sql;
}

const jsonValue: SpecialForm = (t, call, scope) => {
  const c = clauses(t, call, scope);
  const { returning } = c;
  if (!isText(returning) && !isNumeric(returning) && !/^(?:boolean|date|time)/.test(returning.kind))
    t.mismatch(`${call.name} can't return ${t.typeName(returning)}`, call.pos);
  const empty = action(t, c.empty, c.returning, call, "the path matches nothing", scope);
  const error = action(t, c.error, c.returning, call, "no value of the type to return is at the path", scope);
  const sql = c.withItems((xs) => {
    const item = engine`CAST(${xs}[1] AS JSON)`;
    const text = engine`(${item} ->> '$')`;
    const converted = (value: Sql, type: Type): Sql => {
      try {
        return convertExplicitly(t, withType(value, type), c.returning, call.pos, true).sql;
      } catch (error) {
        // Values of this kind can't be converted to the type.
        if (error instanceof SqlError && error.kind === "TYPE_MISMATCH") return engine`NULL`;
        throw error;
      }
    };
    const value = engine`CASE json_type(${item}) WHEN 'VARCHAR' THEN ${converted(text, VARCHAR)} WHEN 'DOUBLE' THEN ${converted(engine`CAST(${text} AS DOUBLE)`, DOUBLE)} WHEN 'BOOLEAN' THEN ${converted(engine`CAST(${text} AS BOOLEAN)`, BOOLEAN)} ELSE ${converted(engine`TRY_CAST(${text} AS BIGINT)`, BIGINT)} END`;
    return {
      whens: [
        [engine`${xs} IS NULL`, error],
        [engine`len(${xs}) = 0`, empty],
        [engine`len(${xs}) > 1 OR json_type(${item}) IN ('ARRAY', 'OBJECT')`, error],
        [engine`json_type(${item}) = 'NULL'`, engine`NULL`],
      ],
      otherwise: engine`coalesce(${value}, ${error})`,
    };
  });
  return withType(sql, c.returning, c.values);
};

/** Converts JSON text to the RETURNING type. */
function returned(t: Translation, text: Sql, type: Type, call: Call): Sql {
  if (!isText(type) && type.kind !== "varbinary")
    return t.mismatch(`${call.name} can't return ${t.typeName(type)}`, call.pos);
  return convertExplicitly(t, withType(text, VARCHAR), type, call.pos, false).sql;
}

const jsonQuery: SpecialForm = (t, call, scope) => {
  const c = clauses(t, call, scope);
  const empty = action(t, c.empty, VARCHAR, call, "the path matches nothing", scope);
  const error = action(
    t,
    c.error,
    VARCHAR,
    call,
    "the path gives several items, which need a wrapper",
    scope,
  );
  const sql = c.withItems((xs) => {
    const wrapped = engine`('[' || array_to_string(${xs}, ',') || ']')`;
    const item = engine`CAST(${xs}[1] AS JSON)`;
    const text =
      c.quotes === "omit"
        ? engine`(CASE WHEN json_type(${item}) = 'VARCHAR' THEN ${item} ->> '$' ELSE ${xs}[1] END)`
        : engine`${xs}[1]`;
    const isOne = engine`len(${xs}) = 1 AND json_type(${item}) IN ('ARRAY', 'OBJECT')`;
    const matchingItems =
      c.wrapper === "unconditional" ? wrapped
      : c.wrapper === "without" ? engine`(CASE WHEN len(${xs}) > 1 THEN ${error} ELSE ${text} END)`
      : engine`(CASE WHEN ${isOne} THEN ${xs}[1] ELSE ${wrapped} END)`; // prettier-ignore
    return { whens: [[engine`${xs} IS NULL`, error], [engine`len(${xs}) = 0`, empty]], otherwise: matchingItems }; // prettier-ignore
  });
  return withType(returned(t, sql, c.returning, call), c.returning, c.values);
};

const jsonExists: SpecialForm = (t, call, scope) => {
  const { withItems, values, error } = clauses(t, call, scope);
  const failed = action(t, error, BOOLEAN, call, "the path can't be followed", scope);
  return withType(
    withItems((xs) => ({ whens: [], otherwise: engine`coalesce(len(${xs}) > 0, ${failed})` })),
    BOOLEAN,
    values,
  );
};

/** Functions that return JSON with type varchar. */
const GIVES_JSON = new Set(["json_object", "json_array", "json_query"]);

/** Kinds of values that become texts, unlike in a cast to JSON. */
const SHOWN = /^(?:interval|time|char|uuid|ipaddress)/;

/** A member's value as JSON; SQL null becomes JSON null. */
function member(t: Translation, expr: Expr, value: Typed, call: Call): Sql {
  if (value.type.kind === "unknown") return engine`'null'`;
  if (expr.kind === "call" && GIVES_JSON.has(expr.name)) return engine`coalesce(${value.sql}, 'null')`;
  if (value.type.kind === "varbinary")
    return t.mismatch(`${call.name} takes no varbinary but as FORMAT JSON`, expr.pos);
  const textValue = SHOWN.test(value.type.kind)
    ? convertExplicitly(t, value, VARCHAR, expr.pos, false)
    : value;
  return engine`coalesce(CAST(${toJson(t, textValue, call.pos).sql} AS VARCHAR), 'null')`;
}

/** The value of FORMAT JSON: JSON null for SQL null, an error for invalid JSON. */
function formatJson(t: Translation, value: Typed, call: Call): Sql {
  const failure = t.failing(`${call.name}: FORMAT JSON of what is no JSON`, call.pos, VARCHAR); // prettier-ignore
  return bindOnce(
    [value],
    (x) =>
      engine`(CASE WHEN ${x} IS NULL THEN 'null' ELSE coalesce(svc_json_path(CAST(${asJson(x)} AS VARCHAR), 'lax $', '{}')[1], ${failure}) END)`,
  );
}

/** A key: non-null text. */
function keyOf(t: Translation, expr: Expr, key: Typed, call: Call): Sql {
  if (!isText(key.type)) t.invalid(`a key of json_object is text, not ${t.typeName(key.type)}`, expr.pos);
  if (typeof key.constant === "string") return key.sql;
  const failure = t.failing("a key of json_object is null", call.pos, VARCHAR);
  return engine`coalesce(${key.sql}, ${failure})`;
}

const constructor =
  (open: string, close: string, entriesOf: "pairs" | "items"): SpecialForm =>
  (t, call, scope) => {
    const last = call.args.at(-1);
    if (last?.kind !== "cast" || call.nulls === undefined)
      return t.syntaxError(`${call.name} needs its name without quotes`, call.pos);
    const returning = resolveTypeName(t, last.type);
    const args = call.args.slice(0, -1).map((arg) => analyzedValue(t, arg, call, scope));
    const memberSql = (i: number, value: Typed): Sql =>
      isFormatted(call.args[i]!) ? formatJson(t, value, call) : member(t, call.args[i]!, value, call);
    const keys = args.flatMap(({ constant }, i) =>
      entriesOf === "pairs" && i % 2 === 0 && typeof constant === "string" ? [constant] : [],
    );
    const repeated = keys.find((key, i) => keys.indexOf(key) < i);
    if (repeated !== undefined) t.unsupported(`json_object with the key '${repeated}' twice`, call.pos);
    const parts = args.flatMap((arg, i) => {
      if (entriesOf === "pairs" && i % 2 !== 0) return [];
      const at = entriesOf === "pairs" ? i + 1 : i;
      const key = entriesOf === "items" ? null : keyOf(t, call.args[i]!, arg, call);
      const entry = (value: Sql): Sql => {
        const text = memberSql(at, { ...args[at]!, sql: value });
        return key === null ? text : engine`CAST(to_json(${key}) AS VARCHAR) || ':' || ${text}`;
      };
      if (call.nulls === "kept") return [entry(args[at]!.sql)];
      return [
        bindOnce([args[at]!], (value) => engine`CASE WHEN ${value} IS NOT NULL THEN ${entry(value)} END`),
      ];
    });
    const sql =
      parts.length === 0
        ? literal(open + close)
        : engine`(${literal(open)} || concat_ws(',', ${commas(parts)}) || ${literal(close)})`;
    return withType(returned(t, sql, returning, call), returning, args);
  };

/** The SQL/JSON functions. */
export const sqlJsonForms = family("functions/json")`
json_array(value, …) → varchar | a JSON array of the values | json_array(1, 'a') --> "[1,\"a\"]"
  ${constructor("[", "]", "items")}
json_exists(json, path) → boolean | whether something is at the path | json_exists('{"a":1}', 'lax $.b') --> false
  ${jsonExists}
json_object(key value member, …) → varchar | a JSON object of the members: 'a' value 1 or 'a': 1 | json_object('a' : 1, 'b' value 'x') --> "{\"a\":1,\"b\":\"x\"}"
  ${constructor("{", "}", "pairs")}
json_query(json, path) → varchar | the part at the path as JSON text | json_query('{"a":[1]}', 'lax $.a') --> "[1]"
  ${jsonQuery}
json_value(json, path) → varchar | the scalar at the path as text | json_value('{"a":1}', 'lax $.a') --> "1"
  ${jsonValue}
`;
