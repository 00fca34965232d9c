import type { Typed } from "../../analyze/typed.ts";
import { typed } from "../../analyze/typed.ts";
import type { CallContext } from "../../functions/function-table.ts";
import { engine } from "../../sql/tree.ts";
import { family, forms, windowed } from "../../functions/function-table.ts";

/** Fails for an offset that is too small; the engine would reverse the direction of a negative one. */
const atLeast =
  (least: number, emit: string) =>
  (c: CallContext): Typed => {
    const at = c.args[1]!;
    const message = `Offset must be at least ${least}`;
    if (typeof at.constant === "number" && at.constant < least) c.t.invalid(message, c.pos);
    const failure = c.t.failing(message, c.pos, engine`BIGINT`);
    const checked = engine`(CASE WHEN ${at.sql} < ${least} THEN ${failure} ELSE ${at.sql} END)`;
    const args = c.args.map((arg) => (arg === at && at.constant === undefined ? checked : arg.sql));
    return typed(c.aggregate(emit, args), c.result);
  };

const shift = (name: "lag" | "lead") => forms(windowed("(T) -> T", `@${name}($1)`), windowed("(T, bigint) -> T | (T, bigint, T) -> T", atLeast(0, name))); // prettier-ignore

export const windows = family("functions/window", {
  cume_dist: windowed("() -> double", "@cume_dist()"),
  dense_rank: windowed("() -> bigint", "@dense_rank()"),
  ntile: windowed("(bigint) -> bigint", "@ntile($1)"),
  percent_rank: windowed("() -> double", "@percent_rank()"),
  rank: windowed("() -> bigint", "@rank()"),
  row_number: windowed("() -> bigint", "@row_number()"),
  first_value: windowed("(T) -> T", "@first_value($1)"),
  last_value: windowed("(T) -> T", "@last_value($1)"),
  nth_value: windowed("(T, bigint) -> T", atLeast(1, "nth_value")),
  lag: shift("lag"),
  lead: shift("lead"),
});
