import { family, forms, windowed } from "../../functions/function-table.ts";

/** Positive distances only; the engine reads a negative one as the other direction. */
const shift = (name: "lag" | "lead") => forms(
  windowed("(T) -> T", `@${name}($1)`),
  windowed("(T, bigint) -> T", `@${name}($1, $2)`),
  windowed("(T, bigint, T) -> T", `@${name}($1, $2, $3)`),
); // prettier-ignore

export const windows = family("functions/window", {
  cume_dist: windowed("() -> double", "@cume_dist()"),
  dense_rank: windowed("() -> bigint", "@dense_rank()"),
  ntile: windowed("(bigint) -> bigint", "@ntile($1)"),
  percent_rank: windowed("() -> double", "@percent_rank()"),
  rank: windowed("() -> bigint", "@rank()"),
  row_number: windowed("() -> bigint", "@row_number()"),
  first_value: windowed("(T) -> T", "@first_value($1)"),
  last_value: windowed("(T) -> T", "@last_value($1)"),
  nth_value: windowed("(T, bigint) -> T", "@nth_value($1, $2)"),
  lag: shift("lag"),
  lead: shift("lead"),
});
