import { family, forms, windowed, type CallContext } from "../../functions/function-table.ts";
import { sqlOf } from "../../analyze/typed.ts";
import { engine, type Sql } from "../../sql/tree.ts";
import { engineType } from "../../types/engine-type.ts";
import { BIGINT, type Type } from "../../types/type.ts";

/** The failure for an offset below `least`, in a type; null if it can't be. */
const failure = (c: CallContext, least: number, type: Type): Sql | null => {
  const { constant } = c.args[1]!;
  if (typeof constant === "number" && constant >= least) return null;
  return c.failing(`Offset must be at least ${least}`, engineType(type));
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

export const windows = family("functions/window", {
  cume_dist: windowed("() -> double", "@cume_dist()"),
  dense_rank: windowed("() -> bigint", "@dense_rank()"),
  ntile: windowed("(bigint) -> bigint", "@ntile($1)"),
  percent_rank: windowed("() -> double", "@percent_rank()"),
  rank: windowed("() -> bigint", "@rank()"),
  row_number: windowed("() -> bigint", "@row_number()"),
  first_value: windowed("(T) -> T", "@first_value($1)"),
  last_value: windowed("(T) -> T", "@last_value($1)"),
  nth_value: windowed("(T, bigint) -> T", nthValue),
  lag: shift("lag"),
  lead: shift("lead"),
});
