import { family, forms, windowed, type CallContext } from "../../functions/function-table.ts";
import { sqlOf } from "../../analyze/typed.ts";
import { engine, type Sql } from "../../sql/tree.ts";
import { BIGINT, type Type } from "../../types/type.ts";

/** The failure for an offset below `least`, in a type; null if it can't be. */
const failure = (c: CallContext, least: number, type: Type): Sql | null => {
  const { constant } = c.args[1]!;
  if (typeof constant === "number" && constant >= least) return null;
  return c.failing(`Offset must be at least ${least}`, type);
};

/** The engine would reverse the direction of a negative offset, and ignore null. */
const shifted =
  (name: string) =>
  (c: CallContext): Sql => {
    const [value, at, ...rest] = sqlOf(c.args) as [Sql, Sql];
    const failed = failure(c, 0, BIGINT);
    const checked = failed === null ? at : engine`(CASE WHEN ${at} >= 0 THEN ${at} ELSE ${failed} END)`;
    return c.aggregate(name, [value, checked, ...rest]);
  };

/** An empty frame has no value, whatever the offset. */
const nthValue = (c: CallContext): Sql => {
  const [value, at] = sqlOf(c.args) as [Sql, Sql];
  const failed = failure(c, 1, c.result);
  if (failed === null) return c.aggregate("nth_value", [value, at]);
  return engine`(CASE WHEN ${at} < 1 AND ${c.aggregate("first_value", [engine`TRUE`])} THEN ${failed} ELSE ${c.aggregate("nth_value", [value, engine`CASE WHEN ${at} < 1 THEN 1 ELSE ${at} END`])} END)`;
};

const shift = (name: "lag" | "lead") =>
  forms(
    windowed("(T) -> T", `@${name}($1)`),
    windowed("(T, bigint) -> T | (T, bigint, T) -> T", shifted(name)),
  );

export const windows = family("functions/window")`
window cume_dist() → double | window: share of rows up to this one and its peers | select x, cume_dist() over (order by x) from (values 3, 4) t(x) order by x --> [[3,0.5],[4,1]]
  () -> double = @cume_dist()
window dense_rank() → bigint | window: rank without gaps | select x, dense_rank() over (order by x) from (values 3, 3, 4) t(x) order by x --> [[3,1],[3,1],[4,2]]
  () -> bigint = @dense_rank()
window ntile(n) → bigint | window: number of the row's part when cut in n parts | select x, ntile(2) over (order by x) from (values 3, 4, 5) t(x) order by x --> [[3,1],[4,1],[5,2]]
  (bigint) -> bigint = @ntile($1)
window percent_rank() → double | window: rank as a share | select x, percent_rank() over (order by x) from (values 3, 4, 5) t(x) order by x --> [[3,0],[4,0.5],[5,1]]
  () -> double = @percent_rank()
window rank() → bigint | window: rank with gaps | select x, rank() over (order by x) from (values 3, 3, 4) t(x) order by x --> [[3,1],[3,1],[4,3]]
  () -> bigint = @rank()
window row_number() → bigint | window: number of the row | select x, row_number() over (order by x desc) from (values 3, 4) t(x) order by x --> [[3,2],[4,1]]
  () -> bigint = @row_number()
window first_value(x) → same as x | window: value of the frame's first row | select x, first_value(x) over (order by x) from (values 3, 4) t(x) order by x --> [[3,3],[4,3]]
  (T) -> T = @first_value($1)
window last_value(x) → same as x | window: value of the frame's last row | select x, last_value(x) over (order by x rows between current row and unbounded following) from (values 3, 4) t(x) order by x --> [[3,4],[4,4]]
  (T) -> T = @last_value($1)
window nth_value(x, offset) → same as x | window: value of the frame's n-th row | select x, nth_value(x, 2) over (order by x rows between unbounded preceding and unbounded following) from (values 3, 4) t(x) order by x --> [[3,4],[4,4]]
  (T, bigint) -> T = ${nthValue}
lag(x[, offset[, default]]) → same as x | window: value of an earlier row | select x, lag(x) over (order by x) from (values 3, 4) t(x) order by x --> [[3,null],[4,3]]
  ${shift("lag")}
lead(x[, offset[, default]]) → same as x | window: value of a later row | select x, lead(x) over (order by x) from (values 3, 4) t(x) order by x --> [[3,4],[4,null]]
  ${shift("lead")}
`;
