import { type FunctionForm, family, scalar } from "../../functions/function-table.ts";

const WIDTHS = { tinyint: 8, smallint: 16, integer: 32, bigint: 64 };

/** Shifts keep the number's width: bits shifted out are lost. */
const shifts = (macro: string): FunctionForm[] =>
  Object.entries(WIDTHS).flatMap(([kind, bits]) =>
    scalar(`(${kind}, bigint) -> ${kind}`, `CAST(~${macro}(CAST($1 AS BIGINT), $2, ${bits}) AS $R)`),
  );

export const bitwise = family("functions/bitwise")`
bit_count(x, bits) → bigint | number of bits that are set | bit_count(9, 64) --> 2
  (bigint, bigint) -> bigint = ~bit_count_in($1, $2)
bitwise_and(x, y) → bigint | bits that are set in both | bitwise_and(19,25) --> 17
  (bigint, bigint) -> bigint = ($1 & $2)
bitwise_or(x, y) → bigint | bits that are set in either | bitwise_or(19,25) --> 27
  (bigint, bigint) -> bigint = ($1 | $2)
bitwise_xor(x, y) → bigint | bits that are set in just one | bitwise_xor(19,25) --> 10
  (bigint, bigint) -> bigint = xor($1, $2)
bitwise_not(x) → bigint | all bits turned | bitwise_not(19) --> -20
  (bigint) -> bigint = (~$1)
bitwise_left_shift(value, shift) → same as value | bits moved to the left | bitwise_left_shift(1, 2) --> 4
  ${shifts("shift_left")}
bitwise_right_shift(value, shift) → same as value | bits moved to the right | bitwise_right_shift(8, 3) --> 1
  ${shifts("shift_right_logical")}
bitwise_right_shift_arithmetic(value, shift) → same as value | bits moved to the right, the sign kept | bitwise_right_shift_arithmetic(8, 65) --> 0
  (tinyint/smallint/integer/bigint, bigint) -> tinyint/smallint/integer/bigint = CAST(CAST($1 AS BIGINT) >> CAST(CASE WHEN $2 < 0 THEN $2 & 63 WHEN $2 > 63 THEN 63 ELSE $2 END AS INTEGER) AS $R)
`;
