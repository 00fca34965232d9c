const DAY = "[0-9]{1,4}-[0-9]{1,2}-[0-9]{1,2}";
const CLOCK = "(?:[01]?[0-9]|2[0-3]):[0-5]?[0-9]:[0-5]?[0-9](?:[.][0-9]+)?";

export const HIVE_MACROS: Readonly<Record<string, string>> = {
  // Low bits of a wide integer as a signed one: `size` is 2^bits, `half` half of it.
  "hive_wrap(x, size, half)": "((x + half) % size + size) % size - half",
  // Only numbers near a tie are rounded by their text, which is slow.
  "hive_round(x, digits)":
    "CASE WHEN abs(abs(x * pow(10, digits)) % 1 - 0.5) < 1e-6 AND abs(x) < 1e15 THEN CAST(round(CAST(CAST(x AS VARCHAR) AS DECIMAL(38, 18)), digits) AS DOUBLE) ELSE round(x, digits) END",
  "hive_trunc_integer(x, digits)":
    "CASE WHEN digits >= 0 THEN x WHEN digits < -18 AND x IS NOT NULL THEN 0 ELSE list_transform([CAST(pow(10, -digits) AS BIGINT)], lambda unit: x // unit * unit)[1] END",
  "hive_trunc(x, digits)":
    "CASE WHEN abs(x * pow(10, digits)) < 1e15 THEN CAST(trunc(CAST(CAST(x AS VARCHAR) AS DECIMAL(38, 18)) * CAST(pow(10, digits) AS DECIMAL(38, 9))) AS DOUBLE) / pow(10, digits) ELSE x END",
  // A null counts before any comparison does.
  "hive_width_bucket(x, low, high, n)":
    "CASE WHEN x IS NULL OR low IS NULL OR high IS NULL THEN NULL WHEN n <= 0 OR low = high THEN ~width_bucket(x, low, high, n) WHEN low < high THEN CASE WHEN x < low THEN 0 WHEN x >= high THEN n + 1 ELSE floor(n * (x - low) / (high - low)) + 1 END ELSE CASE WHEN x > low THEN 0 WHEN x <= high THEN n + 1 ELSE floor(n * (low - x) / (low - high)) + 1 END END",
  // As parsed by Java: a type suffix may follow the number.
  "hive_number(s)":
    "CASE WHEN regexp_full_match(s, '\\s*[+-]?(?:(?:[0-9]+[.]?[0-9]*|[.][0-9]+)(?:[eE][+-]?[0-9]+)?[dDfF]?|NaN|Infinity)\\s*') THEN rtrim(trim(s), 'dDfF') END",
  // Numbers with a fraction are truncated; other text is null. The second argument gives the type.
  "hive_integer(s, kind)":
    "CASE WHEN regexp_full_match(s, '\\s*[+-]?[0-9]+\\s*') THEN CASE typeof(kind) WHEN 'TINYINT' THEN TRY_CAST(s AS TINYINT) WHEN 'SMALLINT' THEN TRY_CAST(s AS SMALLINT) WHEN 'INTEGER' THEN TRY_CAST(s AS INTEGER) ELSE TRY_CAST(s AS BIGINT) END WHEN regexp_full_match(s, '\\s*[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)\\s*') THEN TRY_CAST(trunc(TRY_CAST(s AS DECIMAL(38, 10))) AS BIGINT) END",
  // The engine parses an exponent only if the digits before it fit, and takes `_` between digits.
  "hive_decimal_text(s)":
    "CASE WHEN contains(s, '_') THEN NULL WHEN regexp_matches(s, '[eE]') THEN coalesce(CAST(TRY_CAST(s AS DECIMAL(38, 18)) AS VARCHAR), s) ELSE s END",
  // A date at the start of a text, with any time after it.
  "hive_date(s)":
    "TRY_CAST(regexp_extract(trim(s), '^([0-9]{4}-[0-9]{1,2}-[0-9]{1,2})(?:$|[^0-9])', 1) AS DATE)",
  // A zone after the time does not move it. What follows a date and is no time leaves its midnight.
  "hive_timestamp(s)": `coalesce(TRY_CAST(~timestamp_text(replace(regexp_extract(trim(s), '^(${DAY}(?:T${CLOCK}$| ${CLOCK}))(?:$| ?(?:Z|UTC|GMT|UT|[+-][0-9]{1,2}(?::?[0-9]{2})?|[A-Z][A-Za-z_]+/[A-Za-z_/]+)$)', 1), 'T', ' ')) AS TIMESTAMP), CAST(~hive_date(s) AS TIMESTAMP))`,
  // Seconds since 1970 of a text that is a time from end to end.
  "hive_unix_time(s)": `CASE WHEN regexp_full_match(s, '${DAY}[ T]${CLOCK}') THEN epoch_us(date_trunc('second', ~hive_timestamp(s))) // 1000000 END`,
  // A time, or a time of day alone.
  "hive_clock(s)": `CASE WHEN regexp_full_match(s, '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?') THEN CAST('1970-01-01 ' || s AS TIMESTAMP) ELSE ~hive_timestamp(s) END`,
  "hive_timestamp_text(ts)":
    "CASE WHEN epoch_us(ts) % 1000000 = 0 THEN strftime(ts, '%Y-%m-%d %H:%M:%S') ELSE rtrim(strftime(ts, '%Y-%m-%d %H:%M:%S.%f'), '0') END",
  // Years past 9999 have a sign; the engine writes those before the first as BC.
  "hive_date_text(d)":
    "CASE WHEN d BETWEEN DATE '0001-01-01' AND DATE '9999-12-31' THEN CAST(d AS VARCHAR) ELSE CASE WHEN year(d) < 0 THEN '-' WHEN year(d) > 9999 THEN '+' ELSE '' END || lpad(CAST(abs(year(d)) AS VARCHAR), greatest(4, length(CAST(abs(year(d)) AS VARCHAR)))::INTEGER, '0') || strftime(d, '-%m-%d') END",
  "hive_interval_text(i)":
    "list_transform([i], lambda us: regexp_replace(~interval_text(us // 1000 * 1000), '[.].*', '') || '.' || lpad(CAST(abs(us) % 1000000 AS VARCHAR), 6, '0') || '000')[1]",
  // The first byte of UTF-8, signed as in Java; the engine returns the whole code point.
  "hive_ascii(s)":
    "CASE WHEN s = '' THEN 0 ELSE list_transform([ascii(s)], lambda c: CASE WHEN c < 128 THEN c WHEN c < 2048 THEN (c >> 6) - 64 WHEN c < 65536 THEN (c >> 12) - 32 ELSE (c >> 18) - 16 END)[1] END",
  "hive_bin(n)": "CASE WHEN n = 0 THEN '0' WHEN n > 0 THEN ltrim(bin(n), '0') ELSE bin(n) END",
  // A position or length past the range of int is null in a real Hive.
  "hive_substr_from(s, start)":
    "CASE WHEN start NOT BETWEEN -2147483648 AND 2147483647 THEN NULL WHEN start = 0 THEN s WHEN abs(start) > length(s) THEN '' ELSE substring(s, start) END",
  "hive_substr(s, start, n)":
    "CASE WHEN start NOT BETWEEN -2147483648 AND 2147483647 OR n NOT BETWEEN -2147483648 AND 2147483647 THEN NULL WHEN n <= 0 OR abs(start) > length(s) THEN CASE WHEN s IS NULL OR start IS NULL OR n IS NULL THEN NULL ELSE '' END WHEN start = 0 THEN left(s, n) WHEN start > 0 THEN substring(s, start, n) ELSE substring(s, length(s) + start + 1, n) END",
  "hive_locate(needle, s, start)":
    "CASE WHEN start IS NULL OR start < 1 OR start > length(s) + 1 THEN CASE WHEN s IS NULL OR needle IS NULL THEN NULL ELSE 0 END WHEN needle = '' AND s IS NOT NULL THEN 1 ELSE list_transform([strpos(substring(s, start), needle)], lambda p: CASE WHEN p = 0 THEN 0 ELSE p + start - 1 END)[1] END",
  // From the end Hive leaves out only the delimiter's first character.
  "hive_substring_index(s, d, n)":
    "CASE WHEN s = '' THEN '' WHEN s IS NULL OR d IS NULL OR d <> '' AND n IS NULL THEN NULL WHEN d = '' OR n = 0 THEN '' WHEN ~overlaps(d) THEN list_transform([~overlapping(s, d)[n]], lambda p: CASE WHEN p IS NULL THEN s WHEN n > 0 THEN left(s, p - 1) ELSE substr(s, p + 1) END)[1] WHEN n > 0 THEN ~join_texts(string_split(s, d)[1:n], d) WHEN n <= -len(string_split(s, d)) THEN s ELSE substr(d, 2) || ~join_texts(string_split(s, d)[len(string_split(s, d)) + n + 1:], d) END",
  "hive_slice(l, start, n)":
    "CASE WHEN start < 0 THEN l[len(l) + start + 1:len(l) + start + n] ELSE l[start + 1:start + n] END",
  "hive_map(ks, vs)":
    "CASE WHEN len(list_distinct(ks)) = len(ks) THEN map(ks, vs) ELSE list_transform([list_filter(ks, lambda k, i: list_position(ks, k) = i)], lambda ds: map(ds, list_transform(ds, lambda d: vs[len(ks) + 1 - list_position(list_reverse(ks), d)])))[1] END",
  // Of equal keys the last value wins, at the position of the first. Empty entries at the end are none.
  "hive_str_to_map(s, entry, pair)":
    "list_transform([list_transform(list_transform([regexp_replace(s, '(?:' || regexp_escape(entry) || ')+$', '')], lambda t: CASE WHEN t <> '' OR s = '' THEN string_split(t, entry) ELSE [] END)[1], lambda e: [split_part(e, pair, 1), CASE WHEN contains(e, pair) THEN substr(e, length(split_part(e, pair, 1)) + length(pair) + 1) END])], lambda es: ~hive_map(list_transform(es, lambda e: e[1]), list_transform(es, lambda e: e[2])))[1]",
  // A backslash escapes only _ and %.
  "hive_like(p)": "replace(replace(replace(p, '\\', '\\\\'), '\\\\_', '\\_'), '\\\\%', '\\%')",
  "hive_grouped(t, negative)":
    "CASE WHEN negative THEN '-' ELSE '' END || ltrim(reverse(regexp_replace(reverse(split_part(t, '.', 1)), '([0-9]{3})', '\\1,', 'g')), ',') || CASE WHEN contains(t, '.') THEN '.' || split_part(t, '.', 2) ELSE '' END",
  // The digits that tell a double from its neighbours, and zeros.
  "hive_whole_digits(t)":
    "CASE WHEN contains(t, 'e') THEN rpad(replace(split_part(t, 'e', 1), '.', ''), CAST(split_part(t, 'e+', 2) AS INTEGER) + 1, '0') ELSE split_part(t, '.', 1) END",
  // Java writes 340 digits at most.
  "hive_zeros(digits)":
    "list_transform([digits], lambda n: rtrim('.' || repeat('0', CASE WHEN n > 340 THEN 340 ELSE n END), '.'))[1]",
  "hive_format_number(x, digits)":
    "CASE WHEN x IS NULL OR digits IS NULL THEN NULL WHEN isnan(x) OR isinf(x) THEN CASE WHEN isnan(x) THEN chr(65533) WHEN x > 0 THEN chr(8734) ELSE '-' || chr(8734) END ELSE ~hive_grouped(CASE WHEN abs(x) > 9007199254740992 THEN ~hive_whole_digits(CAST(abs(x) AS VARCHAR)) || ~hive_zeros(digits) ELSE printf('%.' || least(digits, 340) || 'f', abs(x)) END, x < 0) END",
  "hive_initcap(s)":
    "array_to_string(list_transform(regexp_extract_all(lower(s), '(?s)\\s+|\\S+'), lambda w: upper(left(w, 1)) || substr(w, 2)), '')",
  // A padding ends the text.
  "hive_unbase64(s)":
    "list_transform([regexp_replace(translate(split_part(s, '=', 1), '-_', '+/'), '[^A-Za-z0-9+/]', '', 'g')], lambda t: from_base64(rpad(left(t, CASE WHEN length(t) % 4 = 1 THEN length(t) - 1 ELSE length(t) END::INTEGER), (ceil((CASE WHEN length(t) % 4 = 1 THEN length(t) - 1 ELSE length(t) END) / 4.0) * 4)::INTEGER, '=')))[1]",
  // A character past U+FFFF counts as two others, as in Java.
  "hive_mask(s, upper_by, lower_by, digit_by, other_by)":
    "CASE WHEN s = '' THEN '' WHEN s IS NOT NULL THEN coalesce(array_to_string(list_transform(string_split(s, ''), lambda c: coalesce(CASE WHEN unicode(c) > 65535 THEN other_by || other_by WHEN regexp_full_match(c, '\\p{Lu}') THEN upper_by WHEN regexp_full_match(c, '\\p{Ll}') THEN lower_by WHEN regexp_full_match(c, '\\p{Nd}') THEN digit_by ELSE other_by END, c)), ''), '') END",
  // Line ends and tabs may stand in JSON texts as they are.
  "hive_json(s)": `CASE WHEN regexp_matches(s, '[\\n\\r\\t]') THEN coalesce(~try_json(s), ~try_json(array_to_string(list_transform(regexp_extract_all(s, '(?s)"(?:[^"\\\\]|\\\\.)*"|[^"]+|"'), lambda p: CASE WHEN starts_with(p, '"') THEN replace(replace(replace(p, chr(10), '\\n'), chr(13), '\\r'), chr(9), '\\t') ELSE p END), ''))) ELSE ~try_json(s) END`,
  "hive_json_text(j)":
    "CASE json_type(j) WHEN 'NULL' THEN NULL WHEN 'VARCHAR' THEN j ->> '$' WHEN 'DOUBLE' THEN ~double_text(CAST(j AS DOUBLE)) ELSE CAST(j AS VARCHAR) END",
  // A member of an object; for an array the members of its objects, with arrays flattened.
  "hive_json_member(j, path)":
    "CASE json_type(j) WHEN 'OBJECT' THEN json_extract(j, path) WHEN 'ARRAY' THEN list_transform([flatten(list_transform(list_filter(CAST(j AS JSON[]), lambda e: json_type(e) = 'OBJECT'), lambda e: CASE json_type(json_extract(e, path)) WHEN 'ARRAY' THEN CAST(json_extract(e, path) AS JSON[]) WHEN 'NULL' THEN [] ELSE list_filter([json_extract(e, path)], lambda m: m IS NOT NULL) END))], lambda js: CASE WHEN len(js) > 0 THEN to_json(js) END)[1] END",
  "hive_json_elements(js)":
    "flatten(list_transform(js, lambda j: CASE WHEN json_type(j) = 'ARRAY' THEN CAST(j AS JSON[]) ELSE [] END))",
  "hive_json_each(js, index)":
    "list_filter(list_transform(js, lambda j: json_extract(j, '$[' || index || ']')), lambda j: j IS NOT NULL)",
  "hive_json_found(js)":
    "list_transform([js], lambda found: CASE len(found) WHEN 0 THEN NULL WHEN 1 THEN found[1] ELSE to_json(found) END)[1]",
  // Java's URL ends at blanks, and knows only these protocols, numbers as ports and brackets of IPv6. Missing parts are null, except the path.
  "hive_url_part(u, part)":
    "list_transform([regexp_replace(u, '^[\\x00-\\x20]*(?i:url:)?|[\\x00-\\x20]+$', '', 'g')], lambda t: CASE WHEN regexp_matches(t, '(?s)^(?i:https?|ftp|file|jar|mailto):(?://(?:[^/?#@]*@)?(?:\\[[0-9A-Fa-f:.]+\\]|[^/?#:\\[\\]]*)(?::[0-9]*)?(?:[/?#].*)?|/?|/?[^/].*)$') THEN list_transform([regexp_extract(t, '(?s)^([^:]+):(?://((?:([^/?#@]*)@)?(\\[[^\\]]*\\]|[^/?#:]*)(?::[0-9]*)?))?([^?#]*)(?:([?])([^#]*))?(?:(#)(.*))?$', ['protocol', 'authority', 'user', 'host', 'path', '?', 'query', '#', 'ref'])], lambda p: CASE part WHEN 'HOST' THEN p['host'] WHEN 'PATH' THEN p['path'] WHEN 'QUERY' THEN CASE WHEN p['?'] <> '' THEN p['query'] END WHEN 'REF' THEN CASE WHEN p['#'] <> '' THEN p['ref'] END WHEN 'PROTOCOL' THEN lower(p['protocol']) WHEN 'AUTHORITY' THEN p['authority'] WHEN 'FILE' THEN p['path'] || p['?'] || p['query'] WHEN 'USERINFO' THEN nullif(p['user'], '') END)[1] END)[1]",
  "hive_url_query(u, name)":
    "list_transform([list_filter(string_split(~hive_url_part(u, 'QUERY'), '&'), lambda q: starts_with(q, name || '='))], lambda qs: CASE WHEN len(qs) > 0 THEN substr(qs[1], length(name) + 2) END)[1]",
  // The last day of a month stays the last day.
  "hive_months_later(t, n)":
    "CASE WHEN last_day(t) = CAST(t AS DATE) THEN last_day(t + to_months(n)) + (CAST(t AS TIMESTAMP) - date_trunc('day', CAST(t AS TIMESTAMP))) ELSE CAST(t AS TIMESTAMP) + to_months(n) END",
  "hive_trunc_date(d, unit)":
    "CASE WHEN unit IN ('MONTH', 'MON', 'MM') THEN date_trunc('month', d) WHEN unit IN ('YEAR', 'YYYY', 'YY') THEN date_trunc('year', d) WHEN unit IN ('QUARTER', 'Q') THEN date_trunc('quarter', d) END",
  "hive_next_day(d, name)":
    "d + CAST((list_position(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], CASE WHEN name IN ('MO', 'MON', 'MONDAY', 'TU', 'TUE', 'TUESDAY', 'WE', 'WED', 'WEDNESDAY', 'TH', 'THU', 'THURSDAY', 'FR', 'FRI', 'FRIDAY', 'SA', 'SAT', 'SATURDAY', 'SU', 'SUN', 'SUNDAY') THEN left(name, 2) END) - date_part('isodow', d) + 6) % 7 + 1 AS INTEGER)",
  "hive_months_between(a, b)":
    "round(CASE WHEN day(a) = day(b) OR (last_day(a) = CAST(a AS DATE) AND last_day(b) = CAST(b AS DATE)) THEN CAST((year(a) - year(b)) * 12 + month(a) - month(b) AS DOUBLE) ELSE (year(a) - year(b)) * 12 + month(a) - month(b) + ((day(a) - day(b)) * 86400.0 + epoch_us(date_trunc('second', a) - date_trunc('day', a)) / 1e6 - epoch_us(date_trunc('second', b) - date_trunc('day', b)) / 1e6) / 2678400.0 END, 8)",
};
