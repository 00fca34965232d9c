import { carry } from "../analyze/typed.ts";
import { typed } from "../analyze/typed.ts";
import type { SpecialForm } from "../functions/special-form.ts";
import { argumentsOf } from "../functions/special-form.ts";
import { sqlJsonForms } from "./sql-json.ts";
import { formatText } from "./format.ts";
import { holds, letIn, type Sql, tryOf, variable, type Variable, withParts } from "../sql/tree.ts";

/** TRY: null instead of errors caused by values. The engine allows no aggregates inside, so they are bound outside. */
const tryForm: SpecialForm = (t, call, scope) => {
  const value = argumentsOf(t, call, scope, 1)[0]!;
  const found: Sql[] = [];
  const bound: Variable[] = [];
  const withoutAggregates = (sql: Sql): Sql => {
    if (!holds(sql, "aggregate")) return sql;
    if (sql.kind !== "aggregate") return withParts(sql, withoutAggregates);
    found.push(sql);
    bound.push(variable());
    return bound.at(-1)!;
  };
  const tried = tryOf(withoutAggregates(value.sql));
  return carry(typed(found.length === 0 ? tried : letIn(found, bound, tried), value.type), value);
};

export const prestoSpecialForms: Readonly<Record<string, SpecialForm>> = {
  try: tryForm,
  format: formatText,
  ...sqlJsonForms,
};
