import { largest, mayHoldNan, compareSql } from "../analyze/operators/compare.ts";
import { bindOnce } from "../analyze/bind-once.ts";
import { carry, type Typed, withType } from "../analyze/typed.ts";
import { oneOf } from "../analyze/whole-digits.ts";
import { equalForm } from "../analyze/equal-form.ts";
import { analyzeConcat } from "../analyze/operators/concat.ts";
import { asTest, comparable, unified } from "../analyze/operators/predicates.ts";
import { family } from "./function-table.ts";
import { type SpecialForm, argumentsOf, coalesce } from "./special-form.ts";
import { type Type, BIGINT, INTEGER, isFloat, VARCHAR } from "../types/type.ts";
import { anyNull, call as callOf, commas, engine, literal, caseOf, group } from "../sql/tree.ts";

export const ifElse: SpecialForm = (t, call, scope) => {
  const [test, ...branches] = argumentsOf(t, call, scope, t.hive ? 3 : 2, 3);
  const condition = asTest(t, test!, call.args[0]!.pos, "IF condition");
  const { values, type } = unified(
    t,
    branches,
    "the results of IF",
    call.pos,
    call.args.slice(1).map(({ pos }) => pos),
  );
  const sql = group(caseOf([[condition.sql, values[0]!.sql]], values[1]?.sql));
  return oneOf(withType(sql, type, condition, values), values);
};

const nullif: SpecialForm = (t, call, scope) => {
  const [value, other] = argumentsOf(t, call, scope, 2) as [Typed, Typed];
  const sql = bindOnce([value, other], (x, y) => {
    const bound = [
      { ...value, sql: x },
      { ...other, sql: y },
    ];
    const [a, b] = comparable(t, bound, "=", call.pos) as [Typed, Typed];
    return engine`(CASE WHEN ${compareSql(t, "=", a, b)} THEN NULL ELSE ${x} END)`;
  });
  return withType(sql, value.type, value, other);
};

export const concat: SpecialForm = (t, call, scope) => {
  const parts = argumentsOf(t, call, scope, t.hive ? 1 : 2, Infinity);
  return carry(analyzeConcat(t, parts, call.pos), parts);
};

export const grouping: SpecialForm = (t, call, scope) => {
  const args = argumentsOf(t, call, scope, 1, Infinity);
  scope.block.groupingAt = call.pos;
  return {
    sql: engine`grouping(${commas(args.map((arg) => equalForm(t, arg, call.pos).sql))})`,
    type: t.hive ? BIGINT : INTEGER,
    aggregate: true,
  };
};

/** `greatest` or `least` of values in their common type; null if any value is null. */
const extreme =
  (name: "greatest" | "least"): SpecialForm =>
  (t, call, scope) => {
    const args = argumentsOf(t, call, scope, 1, Infinity);
    // Hive compares text with numbers as doubles here too.
    const { values, type } = t.hive
      ? comparedAs(comparable(t, args, call.name, call.pos))
      : unified(t, args, `the arguments of ${call.name}`, call.pos);
    const sql = bindOnce(values, (...list) => {
      const nullable = list.filter((_, i) => (values[i]!.constant ?? null) === null);
      // The engine orders NaN as the largest number; Presto prefers any other number, in both functions.
      const extreme =
        t.hive || name === "least" || !mayHoldNan(type)
          ? callOf(name, list)
          : isFloat(type)
            ? engine`coalesce(${callOf(
                name,
                list.map((sql) => engine`nullif(${sql}, 'nan')`),
              )}, 'nan')`
            : largest(engine`[${commas(list)}]`, type);
      return nullable.length === 0
        ? extreme
        : engine`(CASE WHEN ${anyNull(nullable)} THEN NULL ELSE ${extreme} END)`;
    });
    return withType(sql, type, values);
  };

function comparedAs(values: readonly Typed[]): { values: readonly Typed[]; type: Type } {
  return { values, type: values[0]!.type };
}

const typeOf: SpecialForm = (t, call, scope) => {
  const value = argumentsOf(t, call, scope, 1)[0]!;
  const name = literal(t.typeName(value.type));
  // An aggregate makes one row of a group, also where only its type is asked for.
  const sql = value.aggregate ? engine`(CASE WHEN ${value.sql} IS NULL THEN ${name} ELSE ${name} END)` : name;
  return withType(sql, VARCHAR, value);
};

/** Special forms of both dialects. */
export const commonForms = family("functions/conditional")`
coalesce(x, y, …) → same as x | the first argument that is not null | coalesce(1, 2.5) --> "1.0"
  ${coalesce}
greatest(value, …) → same as value | the largest | greatest(1,5,3) --> 5
  ${extreme("greatest")}
least(value, …) → same as value | the smallest | least(1,5,3) --> 1
  ${extreme("least")}
nullif(x, y) → same as x | null when the two are equal | nullif(1, 1) --> null
  ${nullif}
typeof(x) → varchar | its type | typeof(true) --> "boolean"
  ${typeOf}
`;
