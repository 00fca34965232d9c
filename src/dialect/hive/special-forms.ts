// This folder: what only Hive has: forms with a syntax of their own, conversions, functions that give tables.

import { joinTexts } from "../functions/common-texts.ts";
import { analyzeRow } from "../analyze/expressions/arrays-and-rows.ts";
import { writeBound } from "../analyze/bind-once.ts";
import { fieldAt } from "../analyze/expressions/row-value.ts";
import { coerce } from "../analyze/coerce.ts";
import { unified } from "../analyze/operators/predicates.ts";
import { carry, sqlOf, withType, type Typed } from "../analyze/typed.ts";
import type { Translation } from "../analyze/translation.ts";
import { type SpecialForm, argumentsOf, coalesce } from "../functions/special-form.ts";
import { formatText } from "../presto/format.ts";
import type { Type } from "../types/type.ts";
import { jsonAsValue, valueAsJson } from "./json-values.ts";
import { concat, grouping, ifElse } from "../functions/common-forms.ts";
import { family } from "../functions/function-table.ts";
import { arrayOf, BIGINT, BOOLEAN, DOUBLE, INTEGER, isText, mapOf, VARCHAR } from "../types/type.ts";
import {
  commas,
  eachElement,
  engine,
  lambdaOf,
  literal,
  type Sql,
  variable,
  caseOf,
  group,
  unary,
} from "../sql/tree.ts"; // prettier-ignore // prettier-ignore

const listOf = (values: readonly Typed[]): Sql => engine`[${commas(sqlOf(values))}]`;

const array: SpecialForm = (t, call, scope) => {
  const items = argumentsOf(t, call, scope, 0, Infinity);
  const { values, type } = unified(t, items, "the elements of array()", call.pos);
  return withType(listOf(values), arrayOf(values.length === 0 ? VARCHAR : type), values);
};

const map: SpecialForm = (t, call, scope) => {
  const args = argumentsOf(t, call, scope, 0, Infinity);
  if (args.length % 2 !== 0) t.syntaxError("map() takes keys and values in turn", call.pos);
  const [first, second] = [0, 1].map((side) => args.filter((_, i) => i % 2 === side)) as [Typed[], Typed[]];
  const keys = unified(t, first, "the keys of map()", call.pos);
  const values = unified(t, second, "the values of map()", call.pos);
  const pairs = lastOfEqualKeys(keys.values, values.values);
  return withType(
    pairs.every
      ? engine`map(${listOf(pairs.keys)}, ${listOf(pairs.values)})`
      : engine`~hive_map(${listOf(pairs.keys)}, ${listOf(pairs.values)})`,
    args.length === 0 ? mapOf(VARCHAR, VARCHAR) : mapOf(keys.type, values.type),
    args,
  );
};

/** Removes duplicate literal keys, keeping the last; `every`: all keys are literals. */
function lastOfEqualKeys(
  keys: readonly Typed[],
  values: readonly Typed[],
): { keys: Typed[]; values: Typed[]; every: boolean } {
  const every = keys.every((key) => key.constant !== undefined && key.constant !== null);
  if (!every) return { keys: [...keys], values: [...values], every: keys.length < 2 };
  const last = new Map<unknown, [Typed, Typed]>();
  keys.forEach((key, i) => last.set(key.constant, [key, values[i]!]));
  const pairs = [...last.values()];
  return { keys: pairs.map(([key]) => key), values: pairs.map(([, value]) => value), every };
}

const struct: SpecialForm = (t, call, scope) =>
  analyzeRow(
    argumentsOf(t, call, scope, 1, Infinity),
    call.args.map((_, i) => `col${i + 1}`),
  );

const namedStruct: SpecialForm = (t, call, scope) => {
  const args = argumentsOf(t, call, scope, 2, Infinity);
  if (args.length % 2 !== 0) t.syntaxError("named_struct() takes names and values in turn", call.pos);
  const names = args
    .filter((_, i) => i % 2 === 0)
    .map((name) =>
      typeof name.constant === "string"
        ? name.constant
        : t.syntaxError("the names of named_struct() must be literals", call.pos),
    );
  return analyzeRow(
    args.filter((_, i) => i % 2 === 1),
    names,
  );
};

const isNull =
  (not: boolean): SpecialForm =>
  (t, call, scope) => {
    const [value] = argumentsOf(t, call, scope, 1);
    return withType(group(unary(not ? "IS NOT NULL" : "IS NULL", value!.sql)), BOOLEAN, value!);
  };

const elt: SpecialForm = (t, call, scope) => {
  const [index, ...values] = argumentsOf(t, call, scope, 2, Infinity);
  const texts = commas(values.map((value) => coerce(t, value, VARCHAR, call.pos).sql));
  const at = coerce(t, index!, { kind: "bigint" }, call.pos).sql;
  return withType(engine`[${texts}][greatest(${at}, 0)]`, VARCHAR, index!, values);
};

const field: SpecialForm = (t, call, scope) => {
  return writeBound(argumentsOf(t, call, scope, 2, Infinity), ([wanted, ...values]) => {
    const cases = values.map((value, i) => [analyzeEqual(wanted!, value), engine`${i + 1}`] as const);
    return withType(group(caseOf(cases, engine`0`)), { kind: "integer" }, wanted!, values);
  });
};

/** Compares numbers with numbers and text with text; a number never equals a text. */
const analyzeEqual = (a: Typed, b: Typed): Sql =>
  isText(a.type) === isText(b.type) ? engine`${a.sql} = ${b.sql}` : engine`FALSE`;

const nullWhen = (sql: Sql): Sql => engine`coalesce(${sql}, 0)::BIGINT`;

/** Java's hash code of a value. */
function hashSql(t: Translation, value: Typed, pos: number): Sql {
  const { sql, type } = value;
  switch (type.kind) {
    case "unknown":
      return engine`0`;
    case "varchar":
    case "char":
      return nullWhen(engine`svc_java_hash(${sql})`);
    case "tinyint":
    case "smallint":
    case "integer":
    case "boolean":
      return nullWhen(engine`CAST(${sql} AS BIGINT)`);
    case "bigint":
      return nullWhen(engine`~hive_wrap(xor(${sql}, ${sql} >> 32), 4294967296, 2147483648)`);
    case "date":
      return nullWhen(engine`CAST(${sql} - DATE '1970-01-01' AS BIGINT)`);
    case "array":
      return nullWhen(
        engine`CAST(svc_combine_hash(${eachElement(sql, (e) => hashSql(t, withType(e, type.element), pos))}) AS BIGINT)`,
      );
    default:
      return t.unsupported(`hash of ${t.typeName(type)}`, pos);
  }
}

const hash: SpecialForm = (t, call, scope) => {
  const args = argumentsOf(t, call, scope, 1, Infinity);
  const parts = args.map((arg, i) => hashSql(t, arg, call.args[i]!.pos));
  return withType(engine`svc_combine_hash([${commas(parts)}])`, { kind: "integer" }, args);
};

/** `int(x)`, `string(x)` and similar: a cast named after its type. */
const castTo =
  (to: Type): SpecialForm =>
  (t, call, scope) => {
    const [value] = argumentsOf(t, call, scope, 1);
    return carry(coerce(t, value!, to, call.pos), value!);
  };

/** sort_array_by(structs, 'field', ..., ['ASC' | 'DESC']): sorts by fields of the structs, nulls first. */
const sortArrayBy: SpecialForm = (t, call, scope) => {
  const [list, ...rest] = argumentsOf(t, call, scope, 2, Infinity);
  const { type } = list!;
  if (type.kind !== "array" || type.element.kind !== "row")
    return t.mismatch(`sort_array_by takes an array of structs, not ${t.typeName(type)}`, call.pos);
  const { element } = type;
  const names = rest.map((name) => t.literalText(name, "sort_array_by with a field", call.pos).toLowerCase());
  const fieldIndex = (name: string): number =>
    element.fields.findIndex((field) => field.name?.toLowerCase() === name);
  const last = names.at(-1)!;
  const order = names.length > 1 && /^(asc|desc)$/.test(last) ? names.pop()! : "asc";
  const e = variable();
  const keys = names.map((name, i) => {
    const index = fieldIndex(name);
    if (index < 0)
      t.fail("COLUMN_NOT_FOUND", `field '${name}' is not in ${t.typeName(element)}`, call.args[i + 1]!.pos);
    const value = fieldAt(withType(e, element), index).sql;
    return engine`n${i} := ${value} IS NOT NULL, v${i} := ${value}`;
  });
  // What is equal stays in its order.
  const i = variable();
  const place = order === "asc" ? i : engine`-${i}`;
  const keyed = lambdaOf([e, i], engine`struct_pack(${commas(keys)}, i := ${place}, e := ${e})`);
  const sorted = engine`list_sort(list_transform(${list!.sql}, ${keyed}), ${literal(order.toUpperCase())})`;
  return withType(engine`list_transform(${sorted}, lambda k: k['e'])`, type, list!);
};

/** concat_ws(sep, text or array of text, ...): skips nulls. */
const concatWs: SpecialForm = (t, call, scope) => {
  const [separator, ...parts] = argumentsOf(t, call, scope, 2, Infinity);
  for (const [i, { type }] of parts.entries())
    if (
      !isText(type) &&
      type.kind !== "unknown" &&
      !(type.kind === "array" && (isText(type.element) || type.element.kind === "unknown"))
    )
      t.mismatch(
        `Argument ${i + 2} of function CONCAT_WS must be "string or array<string>", but "${t.typeName(type)}" was found.`,
        call.args[i + 1]!.pos,
      );
  const lists = parts.map((part) =>
    part.type.kind === "array"
      ? // Nulls in arrays are not skipped.
        engine`list_transform(${coerce(t, part, arrayOf(VARCHAR), call.pos).sql}, lambda e: coalesce(e, 'null'))`
      : engine`[${coerce(t, part, VARCHAR, call.pos).sql}]`,
  );
  const all = lists.length === 1 ? lists[0]! : engine`list_concat(${commas(lists)})`;
  return withType(
    engine`(CASE WHEN ${separator!.sql} IS NOT NULL THEN coalesce(${joinTexts(all, coerce(t, separator!, VARCHAR, call.pos))}, '') END)`,
    VARCHAR,
    separator!,
    parts,
  );
};

/** What has no signature, and what the grammar reads itself. */
export const hiveSpecialForms = family("LanguageManual UDF")`
cast(value as type) → type | the value as another type; null when that can't be | cast(1.9 as int) --> 1
each_top_k(k, group, key, value, …) → rows | rank, key and values of each group's k largest keys; smallest with a negative k | select each_top_k(1, 'g', x, x) as (rank, score, x) from (select stack(2, 3, 4) as x) t --> [[1,4,4]]
grouping__id → int | which columns a grouping set leaves out | select a, grouping__id from (select 1 a) t group by a with rollup order by a --> [[null,1],[1,0]]
concat(string, …) → string | joined together | concat('a', 'b') --> "ab"
  ${concat}
grouping(column, …) → bigint | which columns a grouping set leaves out | select a, grouping(a) as g from (select 1 a) t group by rollup(a) order by g --> [[1,0],[null,1]]
  ${grouping}
if(condition, x, y) → same as x | x when the condition holds, else y | if(true, 1, 2) --> 1
  ${ifElse}
array(value, …) → array | from its elements | array(1, 2) --> [1,2]
  ${array}
map(key, value, …) → map | from its pairs | map('a', 1) --> {"a":1}
  ${map}
struct(value, …) → struct | from its values | struct(1, 'a') --> {"col1":1,"col2":"a"}
  ${struct}
named_struct(name, value, …) → struct | from names and values | named_struct('a', 1) --> {"a":1}
  ${namedStruct}
nvl(x, default) → same as x | the default when x is null | nvl(1, 'a') --> "1"
  ${coalesce}
isnull(x) → boolean | whether it is null | isnull(1) --> false
  ${isNull(false)}
isnotnull(x) → boolean | whether it is not null | isnotnull(1) --> true
  ${isNull(true)}
elt(n, string, …) → string | the n-th text | elt(2, 'a', 'b') --> "b"
  ${elt}
field(value, value1, …) → int | position of the value among the others | field(2, 1, 2) --> 2
  ${field}
concat_ws(separator, string or array, …) → string | joined, with the separator between | concat_ws(',', 'a', 'b') --> "a,b"
  ${concatWs}
printf(format[, value, …]) → string | by a format such as '%s has %d' | printf('%d-%s', 1, 'a') --> "1-a"
  ${formatText}
hash(value, …) → int | hash | hash('a') --> 97
  ${hash}
sort_array_by(array of structs, field, …) → array | sorted by fields | sort_array_by(array(named_struct('n', 2), named_struct('n', 1)), 'n') --> [{"n":1},{"n":2}]
  ${sortArrayBy}
int(x) → int | cast | int('4') --> 4
  ${castTo(INTEGER)}
bigint(x) → bigint | cast | bigint('5') --> 5
  ${castTo(BIGINT)}
smallint(x) → smallint | cast | smallint('6') --> 6
  ${castTo({ kind: "smallint" })}
tinyint(x) → tinyint | cast | tinyint('7') --> 7
  ${castTo({ kind: "tinyint" })}
double(x) → double | cast | double('2.5') --> 2.5
  ${castTo(DOUBLE)}
float(x) → float | cast | float('1.5') --> 1.5
  ${castTo({ kind: "real" })}
boolean(x) → boolean | cast | boolean(1) --> true
  ${castTo(BOOLEAN)}
string(x) → string | cast | string(8) --> "8"
  ${castTo(VARCHAR)}
to_json(value) → string | as JSON | to_json(named_struct('a', 1)) --> "{\"a\":1}"
  ${valueAsJson}
from_json(json, type) → type | JSON as a value of a type such as 'map<string,int>' | from_json('[0.1,1.1,2.2]','array<double>') --> [0.1,1.1,2.2]
  ${jsonAsValue}
`;
