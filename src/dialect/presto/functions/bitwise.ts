import { type FunctionForm, family, scalar } from "../../functions/function-table.ts";

const WIDTHS = { tinyint: 8, smallint: 16, integer: 32, bigint: 64 };

/** Shifts keep the number's width: bits shifted out are lost. */
const shifts = (macro: string): FunctionForm[] =>
  Object.entries(WIDTHS).flatMap(([kind, bits]) =>
    scalar(`(${kind}, bigint) -> ${kind}`, `CAST(~${macro}(CAST($1 AS BIGINT), $2, ${bits}) AS $R)`),
  );

export const bitwise = family("functions/bitwise", {
  bit_count: scalar("(bigint, bigint) -> bigint", "~bit_count_in($1, $2)"),
  bitwise_and: scalar("(bigint, bigint) -> bigint", "($1 & $2)"),
  bitwise_or: scalar("(bigint, bigint) -> bigint", "($1 | $2)"),
  bitwise_xor: scalar("(bigint, bigint) -> bigint", "xor($1, $2)"),
  bitwise_not: scalar("(bigint) -> bigint", "(~$1)"),
  bitwise_left_shift: shifts("shift_left"),
  bitwise_right_shift: shifts("shift_right_logical"),
  bitwise_right_shift_arithmetic: scalar(
    "(tinyint/smallint/integer/bigint, bigint) -> tinyint/smallint/integer/bigint",
    "CAST(CAST($1 AS BIGINT) >> CAST(CASE WHEN $2 < 0 THEN $2 & 63 WHEN $2 > 63 THEN 63 ELSE $2 END AS INTEGER) AS $R)",
  ),
});
