// This folder: what only Presto has: forms with a syntax of their own, conversions, formats.

import { withType } from "../analyze/typed.ts";
import { type SpecialForm, argumentsOf } from "../functions/special-form.ts";
import { concat, grouping, ifElse } from "../functions/common-forms.ts";
import { family } from "../functions/function-table.ts";
import { formatText } from "./format.ts";
import { engine, tryOf } from "../sql/tree.ts";

/** TRY: null instead of errors caused by values. */
const tryForm: SpecialForm = (t, call, scope) => {
  const value = argumentsOf(t.withinTry(), call, scope, 1)[0]!;
  if (!value.volatile) return withType(tryOf(value.sql), value.type, value);
  // The engine refuses TRY of what differs at each evaluation, but not in a lambda; over a constant list it evaluates it once for all rows.
  const tried = tryOf(engine`list_transform([TRUE], lambda v: ${value.sql})[1]`);
  return withType(engine`list_transform([random()], lambda u: ${tried})[1]`, value.type, value);
};

/** What has no signature, and what the grammar reads itself. */
export const prestoSpecialForms = family("functions/conditional, functions/conversion, functions/json")`
cast(value as type) → type | the value as another type; an error when that can't be | cast('12' as integer) --> 12
try_cast(value as type) → type | the value as another type; null when that can't be | try_cast('x' as integer) --> null
unnest(array or map) → rows | one row per element; in FROM | select x from unnest(array[1, 2]) t(x) --> [[1],[2]]
concat(x, y, …) → varchar or array | joined together | concat('a','b','c') --> "abc"
  ${concat}
grouping(column, …) → bigint | which columns a grouping set leaves out | select a, grouping(a) from (values 1) t(a) group by rollup(a) order by 2 --> [[1,0],[null,1]]
  ${grouping}
if(condition, x[, y]) → same as x | x when the condition holds, else y or null | if(1 > 2, 'a', 'b') --> "b"
  ${ifElse}
try(expression) → same as expression | null instead of an error | try(1 / 0) --> null
  ${tryForm}
format(format[, value, …]) → varchar | by a format such as '%s has %d' | format('%x', 255) --> "ff"
  ${formatText}
parse_data_size, parse_presto_data_size(string) → decimal | bytes of a size such as 2.3MB | parse_data_size('2.3MB') --> "2411724"
  (varchar) -> decimal = CAST(svc_data_size($1) AS DECIMAL(38,0))
`;
