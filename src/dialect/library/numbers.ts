/** Macros on numbers and their text. Each is `name(parameters)` with its body. */
export const NUMBER_MACROS: Readonly<Record<string, string>> = {
  "power_of_ten(n)": "CASE WHEN n < 0 THEN '0.' || repeat('0', -n - 1) || '1' ELSE '1' || repeat('0', n) END",
  "decimal_digits(x)": "CAST(replace(CAST(x AS VARCHAR), '.', '') AS HUGEINT)",
  "round_quotient(n, d)": "(2 * n + sign(n) * abs(d)) // (2 * d)",
  // Numbers from 1e7 and below 1e-3 have an exponent, and the shortest digits that identify them. Pairs are lists, as
  // the engine loses struct field names inside lateral relations.
  "exponent_text(s)":
    "list_transform([string_split(s, 'e')], lambda p: p[1] || CASE WHEN contains(p[1], '.') THEN '' ELSE '.0' END || 'E' || CAST(p[2] AS INTEGER))[1]",
  "whole_exponent_text(s)":
    "list_transform([[split_part(s, '.', 1), rtrim(split_part(s, '.', 2), '0')]], lambda p: left(p[1], 1) || '.' || CASE WHEN rtrim(substr(p[1], 2) || p[2], '0') = '' THEN '0' ELSE rtrim(substr(p[1], 2) || p[2], '0') END || 'E' || (len(p[1]) - 1))[1]",
  "small_exponent_text(s)":
    "list_transform([[ltrim(split_part(s, '.', 2), '0'), split_part(s, '.', 2)]], lambda p: left(p[1], 1) || '.' || CASE WHEN len(p[1]) = 1 THEN '0' ELSE substr(p[1], 2) END || 'E-' || (len(p[2]) - len(p[1]) + 1))[1]",
  "double_text(d)":
    "CASE WHEN d IS NULL THEN NULL WHEN isnan(d) THEN 'NaN' WHEN isinf(d) THEN CASE WHEN d > 0 THEN 'Infinity' ELSE '-Infinity' END WHEN d = 0 THEN CAST(d AS VARCHAR) ELSE CASE WHEN d < 0 THEN '-' ELSE '' END || CASE WHEN contains(CAST(abs(d) AS VARCHAR), 'e') THEN ~exponent_text(CAST(abs(d) AS VARCHAR)) WHEN abs(d) >= 1e7 THEN ~whole_exponent_text(CAST(abs(d) AS VARCHAR)) WHEN abs(d) < 1e-3 THEN ~small_exponent_text(CAST(abs(d) AS VARCHAR)) ELSE CAST(abs(d) AS VARCHAR) END END",
  // Always one digit before the point and an exponent.
  "scientific_text(d)":
    "CASE WHEN d IS NULL THEN NULL WHEN isnan(d) THEN 'NaN' WHEN isinf(d) THEN CASE WHEN d > 0 THEN 'Infinity' ELSE '-Infinity' END WHEN d = 0 THEN CASE WHEN signbit(d) THEN '-0E0' ELSE '0E0' END ELSE CASE WHEN d < 0 THEN '-' ELSE '' END || CASE WHEN contains(CAST(abs(d) AS VARCHAR), 'e') THEN ~exponent_text(CAST(abs(d) AS VARCHAR)) WHEN abs(d) >= 1 THEN ~whole_exponent_text(CAST(abs(d) AS VARCHAR)) ELSE ~small_exponent_text(CAST(abs(d) AS VARCHAR)) END END",
  // Infinite if out of range for a real; the engine would fail.
  "to_real(d)":
    "CASE WHEN abs(d) >= 3.4028235677973366e38 AND NOT isnan(d) THEN CASE WHEN d > 0 THEN 'inf'::FLOAT ELSE '-inf'::FLOAT END ELSE CAST(d AS FLOAT) END",
  // Text for a cast to a decimal of this scale: with an exponent, the engine rounds by the first digit, even of a number far below the last place.
  "decimal_text(s, scale)":
    "CASE WHEN s ILIKE '%e-%' AND abs(TRY_CAST(s AS DOUBLE)) < pow(10, -scale - 1) THEN '0' ELSE s END",
  // The fewest digits that name a real; the engine writes all of a large one's.
  "real_number(x)":
    "CASE WHEN abs(x) < 1e7 OR NOT isfinite(x) THEN CAST(CAST(x AS VARCHAR) AS DOUBLE) WHEN CAST(printf('%.6e', CAST(x AS DOUBLE)) AS FLOAT) = x THEN CAST(printf('%.6e', CAST(x AS DOUBLE)) AS DOUBLE) WHEN CAST(printf('%.7e', CAST(x AS DOUBLE)) AS FLOAT) = x THEN CAST(printf('%.7e', CAST(x AS DOUBLE)) AS DOUBLE) ELSE CAST(printf('%.8e', CAST(x AS DOUBLE)) AS DOUBLE) END",
  "log_of(d)": "CASE WHEN d = 0 THEN '-inf'::DOUBLE WHEN d < 0 THEN 'nan'::DOUBLE ELSE ln(d) END",
  "to_base(n, base)":
    "CASE WHEN n < 0 THEN '-' || CASE WHEN n > -base THEN '' ELSE lower(to_base(-(n // base), CAST(base AS INTEGER))) END || lower(to_base(-(n % base), CAST(base AS INTEGER))) ELSE lower(to_base(n, CAST(base AS INTEGER))) END",
  // With descending bounds the ascending buckets are counted from the other end, so 10 is outside of the buckets of (10, 0).
  "width_bucket(x, low, high, n)":
    "CAST(CASE WHEN x IS NULL OR low IS NULL OR high IS NULL OR n IS NULL THEN NULL WHEN n <= 0 THEN fail(INVALID_FUNCTION_ARGUMENT, 'bucketCount must be greater than 0', BIGINT) WHEN isnan(x) THEN fail(INVALID_FUNCTION_ARGUMENT, 'operand must not be NaN', BIGINT) WHEN NOT (isfinite(low) AND isfinite(high)) THEN fail(INVALID_FUNCTION_ARGUMENT, 'bounds must be finite', BIGINT) WHEN low = high THEN fail(INVALID_FUNCTION_ARGUMENT, 'bounds cannot equal each other', BIGINT) WHEN low <= high THEN CASE WHEN x < low THEN 0 WHEN x >= high THEN n + 1 ELSE floor((x - low) / (high - low) * n) + 1 END ELSE n + 1 - CASE WHEN x < high THEN 0 WHEN x >= low THEN n + 1 ELSE floor((x - high) / (low - high) * n) + 1 END END AS BIGINT)",
  "width_bucket_of(x, bounds)":
    "CASE WHEN x IS NULL OR bounds IS NULL THEN NULL WHEN len(bounds) = 0 THEN fail(INVALID_FUNCTION_ARGUMENT, 'Bins cannot be an empty array', BIGINT) WHEN isnan(x) THEN fail(INVALID_FUNCTION_ARGUMENT, 'operand must not be NaN', BIGINT) WHEN len(list_filter(range(1, CAST(len(bounds) AS BIGINT)), lambda i: bounds[i] > bounds[i + 1])) > 0 THEN fail(INVALID_FUNCTION_ARGUMENT, 'Bin values are not sorted in ascending order', BIGINT) WHEN len(list_filter(bounds, lambda bound: NOT isfinite(bound))) > 0 THEN fail(INVALID_FUNCTION_ARGUMENT, 'bounds must be finite', BIGINT) ELSE CAST(len(list_filter(bounds, lambda bound: coalesce(bound, 0) <= x)) AS BIGINT) END",
  "bit_count_in(x, bits)":
    "CAST(bit_count(CAST(CASE WHEN x IS NULL THEN NULL WHEN bits NOT BETWEEN 2 AND 64 THEN fail(INVALID_FUNCTION_ARGUMENT, 'Bits specified in bit_count must be between 2 and 64, got ' || bits, HUGEINT) WHEN bits < 64 AND CAST(x AS HUGEINT) NOT BETWEEN -(1::HUGEINT << CAST(bits - 1 AS INTEGER)) AND (1::HUGEINT << CAST(bits - 1 AS INTEGER)) - 1 THEN fail(INVALID_FUNCTION_ARGUMENT, 'Number must be representable with the bits specified. ' || x || ' cannot be represented with ' || bits || ' bits', HUGEINT) WHEN bits >= 64 THEN CAST(x AS HUGEINT) & 18446744073709551615::HUGEINT ELSE CAST(x AS HUGEINT) & ((1::HUGEINT << CAST(bits AS INTEGER)) - 1) END AS HUGEINT)) AS BIGINT)",
  "wrap_signed(h, bits)":
    "CASE WHEN h >= (1::HUGEINT << (bits - 1)) THEN h - (1::HUGEINT << bits) ELSE h END",
  "low_bits(h, bits)": "CAST(h AS HUGEINT) & ((1::HUGEINT << bits) - 1)",
  "shift_left(x, n, bits)":
    "CAST(CASE WHEN x IS NULL THEN NULL WHEN n >= bits THEN 0 ELSE ~wrap_signed(~low_bits(~low_bits(x, bits) * CAST(pow(2, n & 63) AS HUGEINT) % (1::HUGEINT << bits), bits), bits) END AS BIGINT)",
  "shift_right_logical(x, n, bits)":
    "CAST(CASE WHEN x IS NULL THEN NULL WHEN n >= bits THEN 0 WHEN n & 63 = 0 THEN x ELSE ~low_bits(x, bits) >> CAST(n & 63 AS INTEGER) END AS BIGINT)",
  // Vectors of doubles: of different lengths they fail.
  "pairs_of(a, b)":
    "CASE WHEN a IS NULL OR b IS NULL THEN NULL WHEN len(a) <> len(b) THEN fail(INVALID_FUNCTION_ARGUMENT, 'The arguments must have the same length', STRUCT(x DOUBLE, y DOUBLE)[]) ELSE list_transform(range(1, CAST(len(a) + 1 AS BIGINT)), lambda i: struct_pack(x := a[i], y := b[i])) END",
  "cosine_of_vectors(a, b)":
    "list_transform([~pairs_of(a, b)], lambda ps: CASE WHEN ps IS NULL OR len(list_filter(ps, lambda p: p['x'] IS NULL OR p['y'] IS NULL)) > 0 THEN NULL WHEN ~norm_of(list_transform(ps, lambda p: p['x'])) = 0 OR ~norm_of(list_transform(ps, lambda p: p['y'])) = 0 THEN fail(INVALID_FUNCTION_ARGUMENT, 'Vector magnitude cannot be zero', DOUBLE) ELSE ~sum_of(list_transform(ps, lambda p: p['x'] * p['y'])) / (~norm_of(list_transform(ps, lambda p: p['x'])) * ~norm_of(list_transform(ps, lambda p: p['y']))) END)[1]",
  "sum_of(xs)": "CASE WHEN xs IS NOT NULL THEN coalesce(list_sum(xs), 0::DOUBLE) END",
  "norm_of(xs)": "sqrt(~sum_of(list_transform(xs, lambda x: x * x)))",
  "cosine_of_maps(a, b)":
    "CASE WHEN a IS NULL OR b IS NULL OR len(list_filter(list_concat(map_values(a), map_values(b)), lambda v: v IS NULL)) > 0 THEN NULL ELSE coalesce(list_sum(list_transform(map_keys(a), lambda k: coalesce(a[k] * b[k], 0))), 0.0) / (sqrt(coalesce(list_sum(list_transform(map_values(a), lambda v: v * v)), 0.0)) * sqrt(coalesce(list_sum(list_transform(map_values(b), lambda v: v * v)), 0.0))) END",
  "wilson_interval(k, n, z, side)":
    "list_transform([CASE WHEN n <= 0 THEN fail(INVALID_FUNCTION_ARGUMENT, 'number of trials must be positive', DOUBLE) WHEN k < 0 THEN fail(INVALID_FUNCTION_ARGUMENT, 'number of successes must not be negative', DOUBLE) WHEN k > n THEN fail(INVALID_FUNCTION_ARGUMENT, 'number of successes must not be larger than number of trials', DOUBLE) WHEN z < 0 OR isnan(z) THEN fail(INVALID_FUNCTION_ARGUMENT, 'z-score must not be negative', DOUBLE) ELSE k / CAST(n AS DOUBLE) END], lambda p: (p + z * z / (2.0 * n) + side * z * sqrt((p * (1 - p) + z * z / (4.0 * n)) / n)) / (1 + z * z / n))[1]",
};
