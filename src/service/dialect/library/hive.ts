/** Macros that only Hive's functions use. */
export const HIVE_MACROS: Readonly<Record<string, string>> = {
  // Text that holds a number with a fraction is cut; text that holds none is null. The second argument gives the type.
  "hive_integer(s, kind)":
    "CASE WHEN regexp_full_match(s, '\\s*[+-]?[0-9]+\\s*') THEN CASE typeof(kind) WHEN 'TINYINT' THEN TRY_CAST(s AS TINYINT) WHEN 'SMALLINT' THEN TRY_CAST(s AS SMALLINT) WHEN 'INTEGER' THEN TRY_CAST(s AS INTEGER) ELSE TRY_CAST(s AS BIGINT) END WHEN regexp_full_match(s, '\\s*[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)\\s*') THEN TRY_CAST(trunc(TRY_CAST(s AS DECIMAL(38, 10))) AS BIGINT) END",
  // Dates at the start of a text count, whatever the time after them.
  "hive_date(s)":
    "TRY_CAST(regexp_extract(trim(s), '^([0-9]{4}-[0-9]{1,2}-[0-9]{1,2})(?:$|[ T].*)', 1) AS DATE)",
  "hive_timestamp(s)":
    "TRY_CAST(CASE WHEN regexp_full_match(trim(s), '[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([ T][0-9]{1,2}:[0-9]{1,2}(:[0-9]{1,2}([.][0-9]{1,9})?)?)?') THEN \"svc-lib\".main.timestamp_text(replace(trim(s), 'T', ' ')) END AS TIMESTAMP)",
  "hive_timestamp_text(ts)":
    "CASE WHEN epoch_us(ts) % 1000000 = 0 THEN strftime(ts, '%Y-%m-%d %H:%M:%S') ELSE rtrim(strftime(ts, '%Y-%m-%d %H:%M:%S.%f'), '0') END",
  "hive_interval_text(i)": "replace(\"svc-lib\".main.interval_text(i), '.000', '.000000000')",
  "hive_bin(n)": "CASE WHEN n = 0 THEN '0' WHEN n > 0 THEN ltrim(bin(n), '0') ELSE bin(n) END",
  "hive_substr_from(s, start)":
    "CASE WHEN start = 0 THEN s WHEN abs(start) > length(s) THEN '' ELSE substring(s, start) END",
  "hive_substr(s, start, n)":
    "CASE WHEN n <= 0 OR abs(start) > length(s) THEN CASE WHEN s IS NULL THEN NULL ELSE '' END WHEN start = 0 THEN left(s, n) WHEN start > 0 THEN substring(s, start, n) ELSE substring(s, length(s) + start + 1, n) END",
  "hive_locate(needle, s, start)":
    "CASE WHEN start < 1 OR start > length(s) + 1 THEN CASE WHEN s IS NULL THEN NULL ELSE 0 END ELSE list_transform([strpos(substring(s, start), needle)], lambda p: CASE WHEN p = 0 THEN 0 ELSE p + start - 1 END)[1] END",
  "hive_substring_index(s, d, n)":
    "CASE WHEN n = 0 OR d = '' THEN CASE WHEN s IS NULL THEN NULL ELSE '' END WHEN n > 0 THEN array_to_string(string_split(s, d)[1:n], d) ELSE array_to_string(string_split(s, d)[greatest(len(string_split(s, d)) + n + 1, 1):], d) END",
  "hive_str_to_map(s, entry, pair)":
    '"svc-lib".main.map_of_first(list_reverse(list_transform(string_split(s, entry), lambda e: struct_pack(k := split_part(e, pair, 1), v := CASE WHEN contains(e, pair) THEN substr(e, length(split_part(e, pair, 1)) + length(pair) + 1) END))))',
  "hive_format_number(x, digits)":
    "CASE WHEN digits < 0 OR x IS NULL THEN NULL ELSE list_transform([printf('%.' || digits || 'f', abs(x))], lambda t: CASE WHEN x < 0 THEN '-' ELSE '' END || ltrim(regexp_replace(reverse(regexp_replace(reverse(split_part(t, '.', 1)), '([0-9]{3})', '\\1,', 'g')), '^,', ''), ',') || CASE WHEN digits > 0 THEN '.' || split_part(t, '.', 2) ELSE '' END)[1] END",
  "hive_json_text(j)":
    "CASE WHEN json_type(j) = 'NULL' THEN NULL WHEN json_type(j) = 'VARCHAR' THEN j ->> '$' ELSE CAST(j AS VARCHAR) END",
  "hive_url_part(u, part)":
    "list_transform([regexp_extract(u, '^(?:([^:/?#]+):)?(?://((?:([^/?#@]*)@)?([^/?#:]*)(?::[0-9]*)?))?([^?#]*)(?:[?]([^#]*))?(?:#(.*))?$', ['protocol', 'authority', 'user', 'host', 'path', 'query', 'ref'])], lambda p: nullif(CASE part WHEN 'HOST' THEN p.host WHEN 'PATH' THEN p.path WHEN 'QUERY' THEN p.query WHEN 'REF' THEN p.ref WHEN 'PROTOCOL' THEN p.protocol WHEN 'AUTHORITY' THEN p.authority WHEN 'FILE' THEN p.path || CASE WHEN p.query = '' THEN '' ELSE '?' || p.query END WHEN 'USERINFO' THEN p.user END, ''))[1]",
  "hive_url_query(u, name)":
    "list_transform([list_filter(string_split(regexp_extract(u, '[?]([^#]*)', 1), '&'), lambda q: split_part(q, '=', 1) = name)], lambda qs: CASE WHEN len(qs) > 0 THEN substr(qs[1], length(split_part(qs[1], '=', 1)) + 2) END)[1]",
  "hive_months_between(a, b)":
    "round(CASE WHEN day(a) = day(b) OR (last_day(a) = CAST(a AS DATE) AND last_day(b) = CAST(b AS DATE)) THEN CAST((year(a) - year(b)) * 12 + month(a) - month(b) AS DOUBLE) ELSE (year(a) - year(b)) * 12 + month(a) - month(b) + ((day(a) - day(b)) * 86400.0 + (epoch_us(a) - epoch_us(date_trunc('day', a))) / 1e6 - (epoch_us(b) - epoch_us(date_trunc('day', b))) / 1e6) / 2678400.0 END, 8)",
};
