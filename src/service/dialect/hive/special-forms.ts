import { analyzeRow } from "../analyze/collections.ts";
import { coerce } from "../analyze/convert.ts";
import { carry } from "../analyze/expression.ts";
import { unified } from "../analyze/predicates.ts";
import type { Typed } from "../analyze/typed.ts";
import { typed } from "../analyze/typed.ts";
import type { SpecialForm } from "../functions/special-form.ts";
import { argumentsOf, coalesce } from "../functions/special-form.ts";
import { formatText } from "../presto/format.ts";
import { arrayOf, BOOLEAN, mapOf, VARCHAR } from "../types/type.ts";

const array: SpecialForm = (t, call, scope) => {
  const { values, type } = unified(
    t,
    argumentsOf(t, call, scope, 0, Infinity),
    "the elements of array()",
    call.pos,
  );
  return carry(
    typed(`[${values.map((value) => value.sql).join(", ")}]`, arrayOf(values.length === 0 ? VARCHAR : type)),
    ...values,
  );
};

const map: SpecialForm = (t, call, scope) => {
  const args = argumentsOf(t, call, scope, 0, Infinity);
  if (args.length % 2 !== 0) t.fail("SYNTAX_ERROR", "map() takes keys and values in turn", call.pos);
  const keys = unified(
    t,
    args.filter((_, i) => i % 2 === 0),
    "the keys of map()",
    call.pos,
  );
  const values = unified(
    t,
    args.filter((_, i) => i % 2 === 1),
    "the values of map()",
    call.pos,
  );
  const list = (side: readonly Typed[]): string => `[${side.map((value) => value.sql).join(", ")}]`;
  return carry(
    typed(
      `map(${list(keys.values)}, ${list(values.values)})`,
      args.length === 0 ? mapOf(VARCHAR, VARCHAR) : mapOf(keys.type, values.type),
    ),
    ...args,
  );
};

const struct: SpecialForm = (t, call, scope) =>
  analyzeRow(
    argumentsOf(t, call, scope, 1, Infinity),
    call.args.map((_, i) => `col${i + 1}`),
  );

const namedStruct: SpecialForm = (t, call, scope) => {
  const args = argumentsOf(t, call, scope, 2, Infinity);
  if (args.length % 2 !== 0)
    t.fail("SYNTAX_ERROR", "named_struct() takes names and values in turn", call.pos);
  const names = args
    .filter((_, i) => i % 2 === 0)
    .map((name) =>
      typeof name.constant === "string"
        ? name.constant
        : t.fail("SYNTAX_ERROR", "the names of named_struct() must be literals", call.pos),
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
    return carry(typed(`(${value!.sql} IS ${not ? "NOT " : ""}NULL)`, BOOLEAN), value!);
  };

const elt: SpecialForm = (t, call, scope) => {
  const [index, ...values] = argumentsOf(t, call, scope, 2, Infinity);
  return typed(
    `[${values.map((value) => coerce(t, value, VARCHAR, call.pos).sql).join(", ")}][${coerce(t, index!, { kind: "bigint" }, call.pos).sql}]`,
    VARCHAR,
  );
};

const field: SpecialForm = (t, call, scope) => {
  const [wanted, ...values] = argumentsOf(t, call, scope, 2, Infinity);
  const cases = values.map((value, i) => `WHEN ${analyzeEqual(wanted!, value)} THEN ${i + 1}`);
  return carry(typed(`(CASE ${cases.join(" ")} ELSE 0 END)`, { kind: "integer" }), wanted!, ...values);
};
const analyzeEqual = (a: Typed, b: Typed): string => `${a.sql} = ${b.sql}`;

/** concat_ws(sep, text or array of text, ...): nulls are left out. */
const concatWs: SpecialForm = (t, call, scope) => {
  const [separator, ...parts] = argumentsOf(t, call, scope, 1, Infinity);
  const lists = parts.map((part) =>
    part.type.kind === "array"
      ? coerce(t, part, arrayOf(VARCHAR), call.pos).sql
      : `[${coerce(t, part, VARCHAR, call.pos).sql}]`,
  );
  const all =
    lists.length === 0
      ? "CAST([] AS VARCHAR[])"
      : lists.length === 1
        ? lists[0]!
        : `list_concat(${lists.join(", ")})`;
  return carry(
    typed(
      `(CASE WHEN ${separator!.sql} IS NULL THEN NULL ELSE coalesce(array_to_string(${all}, ${coerce(t, separator!, VARCHAR, call.pos).sql}), '') END)`,
      VARCHAR,
    ),
    separator!,
    ...parts,
  );
};

export const hiveSpecialForms: Readonly<Record<string, SpecialForm>> = {
  array, map, struct, named_struct: namedStruct, nvl: coalesce, isnull: isNull(false), isnotnull: isNull(true), elt, field, concat_ws: concatWs, printf: formatText,
}; // prettier-ignore
