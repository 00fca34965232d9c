/** In Java ±1 to the power of NaN or infinity is NaN. */
export const POWER = "(CASE WHEN abs($1) = 1 AND NOT isfinite($2) THEN 'nan'::DOUBLE ELSE pow($1, $2) END)";
