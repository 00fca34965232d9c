/** Macros on numbers and their text. Each is `name(parameters)` with its body. */
export const NUMBER_MACROS: Readonly<Record<string, string>> = {
  "decimal_digits(x)": "CAST(replace(CAST(x AS VARCHAR), '.', '') AS HUGEINT)",
  "round_quotient(n, d)":
    "(n // d) + CASE WHEN 2 * abs(n % d) >= abs(d) THEN CASE WHEN (n < 0) <> (d < 0) THEN -1 ELSE 1 END ELSE 0 END",
  // Numbers from 1e7 and below 1e-3 have an exponent, and the shortest digits that identify them. Pairs are lists, as
  // the engine loses struct field names inside lateral relations.
  "exponent_text(s)":
    "list_transform([string_split(s, 'e')], lambda p: p[1] || CASE WHEN contains(p[1], '.') THEN '' ELSE '.0' END || 'E' || CAST(p[2] AS INTEGER))[1]",
  "whole_exponent_text(s)":
    "list_transform([[split_part(s, '.', 1), rtrim(split_part(s, '.', 2), '0')]], lambda p: left(p[1], 1) || '.' || CASE WHEN rtrim(substr(p[1], 2) || p[2], '0') = '' THEN '0' ELSE rtrim(substr(p[1], 2) || p[2], '0') END || 'E' || (len(p[1]) - 1))[1]",
  "small_exponent_text(s)":
    "list_transform([[ltrim(split_part(s, '.', 2), '0'), split_part(s, '.', 2)]], lambda p: left(p[1], 1) || '.' || CASE WHEN len(p[1]) = 1 THEN '0' ELSE substr(p[1], 2) END || 'E-' || (len(p[2]) - len(p[1]) + 1))[1]",
  "double_text(d)":
    "CASE WHEN d IS NULL THEN NULL WHEN isnan(d) THEN 'NaN' WHEN isinf(d) THEN CASE WHEN d > 0 THEN 'Infinity' ELSE '-Infinity' END WHEN d = 0 THEN CAST(d AS VARCHAR) ELSE CASE WHEN d < 0 THEN '-' ELSE '' END || CASE WHEN contains(CAST(abs(d) AS VARCHAR), 'e') THEN \"svc-lib\".main.exponent_text(CAST(abs(d) AS VARCHAR)) WHEN abs(d) >= 1e7 THEN \"svc-lib\".main.whole_exponent_text(CAST(abs(d) AS VARCHAR)) WHEN abs(d) < 1e-3 THEN \"svc-lib\".main.small_exponent_text(CAST(abs(d) AS VARCHAR)) ELSE CAST(abs(d) AS VARCHAR) END END",
  // Always one digit before the point and an exponent.
  "scientific_text(d)":
    "CASE WHEN d IS NULL THEN NULL WHEN isnan(d) THEN 'NaN' WHEN isinf(d) THEN CASE WHEN d > 0 THEN 'Infinity' ELSE '-Infinity' END WHEN d = 0 THEN CASE WHEN signbit(d) THEN '-0E0' ELSE '0E0' END ELSE CASE WHEN d < 0 THEN '-' ELSE '' END || CASE WHEN contains(CAST(abs(d) AS VARCHAR), 'e') THEN \"svc-lib\".main.exponent_text(CAST(abs(d) AS VARCHAR)) WHEN abs(d) >= 1 THEN \"svc-lib\".main.whole_exponent_text(CAST(abs(d) AS VARCHAR)) ELSE \"svc-lib\".main.small_exponent_text(CAST(abs(d) AS VARCHAR)) END END",
  // Infinite if out of range for a real; the engine would fail.
  "to_real(d)":
    "CASE WHEN abs(d) >= 3.4028235677973366e38 AND NOT isnan(d) THEN CASE WHEN d > 0 THEN 'inf'::FLOAT ELSE '-inf'::FLOAT END ELSE CAST(d AS FLOAT) END",
  "log_of(d)": "CASE WHEN d = 0 THEN '-inf'::DOUBLE WHEN d < 0 THEN 'nan'::DOUBLE ELSE ln(d) END",
  "to_base(n, base)":
    "CASE WHEN n < 0 THEN '-' || lower(to_base(-n, CAST(base AS INTEGER))) ELSE lower(to_base(n, CAST(base AS INTEGER))) END",
  "width_bucket(x, low, high, n)":
    "CAST(CASE WHEN n <= 0 THEN CAST('svc!INVALID_FUNCTION_ARGUMENT!bucketCount must be greater than 0' AS BIGINT) WHEN low <= high THEN CASE WHEN x < low THEN 0 WHEN x >= high THEN n + 1 ELSE floor((x - low) / (high - low) * n) + 1 END ELSE CASE WHEN x > low THEN 0 WHEN x <= high THEN n + 1 ELSE floor((low - x) / (low - high) * n) + 1 END END AS BIGINT)",
  "bit_count_in(x, bits)":
    "CAST(bit_count(CAST(CASE WHEN bits >= 64 THEN CAST(x AS HUGEINT) & 18446744073709551615::HUGEINT ELSE CAST(x AS HUGEINT) & ((1::HUGEINT << CAST(bits AS INTEGER)) - 1) END AS HUGEINT)) AS BIGINT)",
  "wrap_signed(h, bits)":
    "CASE WHEN h >= (1::HUGEINT << (bits - 1)) THEN h - (1::HUGEINT << bits) ELSE h END",
  "low_bits(h, bits)": "CAST(h AS HUGEINT) & ((1::HUGEINT << bits) - 1)",
  "shift_left(x, n, bits)":
    'CAST(CASE WHEN x IS NULL THEN NULL WHEN n >= bits THEN 0 ELSE "svc-lib".main.wrap_signed("svc-lib".main.low_bits("svc-lib".main.low_bits(x, bits) * CAST(pow(2, n % bits) AS HUGEINT) % (1::HUGEINT << bits), bits), bits) END AS BIGINT)',
  "shift_right_logical(x, n, bits)":
    'CAST(CASE WHEN x IS NULL THEN NULL WHEN n >= bits THEN 0 WHEN n = 0 THEN x ELSE "svc-lib".main.low_bits(x, bits) >> CAST(n % bits AS INTEGER) END AS BIGINT)',
  "cosine_of_maps(a, b)":
    "CASE WHEN len(list_filter(list_concat(map_values(a), map_values(b)), lambda v: v IS NULL)) > 0 THEN NULL ELSE coalesce(list_sum(list_transform(map_keys(a), lambda k: coalesce(a[k] * b[k], 0))), 0.0) / (sqrt(coalesce(list_sum(list_transform(map_values(a), lambda v: v * v)), 0.0)) * sqrt(coalesce(list_sum(list_transform(map_values(b), lambda v: v * v)), 0.0))) END",
  "wilson_interval(k, n, z, side)":
    "list_transform([k / CAST(n AS DOUBLE)], lambda p: (p + z * z / (2.0 * n) + side * z * sqrt((p * (1 - p) + z * z / (4.0 * n)) / n)) / (1 + z * z / n))[1]",
};
