import { family, forms, scalar } from "../../functions/function-table.ts";

export const bitwise = family("functions/bitwise", {
  bit_count: scalar("(bigint, bigint) -> bigint", "~bit_count_in($1, $2)"),
  bitwise_and: scalar("(bigint, bigint) -> bigint", "($1 & $2)"),
  bitwise_or: scalar("(bigint, bigint) -> bigint", "($1 | $2)"),
  bitwise_xor: scalar("(bigint, bigint) -> bigint", "xor($1, $2)"),
  bitwise_not: scalar("(bigint) -> bigint", "(~$1)"),
  bitwise_left_shift: forms(
    scalar("(bigint, bigint) -> bigint", "~shift_left($1, $2, 64)"),
    scalar("(integer, bigint) -> integer", "CAST(~shift_left(CAST($1 AS BIGINT), $2, 32) AS INTEGER)"),
  ),
  bitwise_right_shift: forms(
    scalar("(bigint, bigint) -> bigint", "~shift_right_logical($1, $2, 64)"),
    scalar(
      "(integer, bigint) -> integer",
      "CAST(~shift_right_logical(CAST($1 AS BIGINT), $2, 32) AS INTEGER)",
    ),
  ),
  bitwise_right_shift_arithmetic: forms(
    scalar("(bigint, bigint) -> bigint", "($1 >> least($2, 63)::INTEGER)"),
    scalar("(integer, bigint) -> integer", "CAST(CAST($1 AS BIGINT) >> least($2, 63)::INTEGER AS INTEGER)"),
  ),
});
