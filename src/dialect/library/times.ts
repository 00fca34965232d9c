export const TIME_MACROS: Readonly<Record<string, string>> = {
  // Years of more than four digits have a sign, as in ISO 8601.
  "signed_year(s)":
    "CASE WHEN left(s, 1) = '-' THEN regexp_replace(s, '^-(\\d{1,3})-', '-' || lpad(split_part(s, '-', 2), 4, '0') || '-') ELSE '+' || s END",
  // Pads one-digit parts and a missing time, so that the engine can parse them.
  "timestamp_text(s)":
    "list_transform([regexp_extract(s, '^([+-]?[0-9]{4,})-([0-9]{1,2})-([0-9]{1,2})(?: ([0-9]{1,2}):([0-9]{1,2})(?::([0-9]{1,2}(?:[.][0-9]+)?))?)?$', ['y', 'm', 'd', 'h', 'i', 's'])], lambda p: p['y'] || '-' || lpad(p['m'], 2, '0') || '-' || lpad(p['d'], 2, '0') || ' ' || CASE WHEN p['h'] = '' THEN '00:00:00' ELSE lpad(p['h'], 2, '0') || ':' || lpad(p['i'], 2, '0') || ':' || CASE WHEN p['s'] = '' THEN '00' WHEN length(split_part(p['s'], '.', 1)) = 1 THEN '0' || p['s'] ELSE p['s'] END END)[1]",
  "rounded_stamp(s)":
    "CAST(~timestamp_text(s) AS TIMESTAMP) + to_microseconds(CASE WHEN substr(split_part(s, '.', 2), 7, 1) >= '5' THEN 1 ELSE 0 END)",
  // A local time as the zone's clocks show it: an hour that they skip is the one after.
  "wall_in(w, name)":
    "list_transform([struct_pack(w := w, z := svc_known_zone(name))], lambda x: CASE WHEN x['z'] IS NULL THEN fail(INVALID_CAST_ARGUMENT, 'Value cannot be cast to timestamp: ' || w || ' ' || name, TIMESTAMP) ELSE ~wall_clock(struct_pack(t := ~instant_in(x['w'], x['z']), z := x['z'])) END)[1]",
  // Rounds half up, also before 1970.
  "round_micros(us, unit)": "us + unit // 2 - (((us + unit // 2) % unit) + unit) % unit",
  "interval_text(us)":
    "list_transform([us // 1000], lambda ms: CASE WHEN ms < 0 THEN '-' ELSE '' END || (abs(ms) // 86400000) || ' ' || lpad(CAST(abs(ms) // 3600000 % 24 AS VARCHAR), 2, '0') || ':' || lpad(CAST(abs(ms) // 60000 % 60 AS VARCHAR), 2, '0') || ':' || lpad(CAST(abs(ms) // 1000 % 60 AS VARCHAR), 2, '0') || '.' || lpad(CAST(abs(ms) % 1000 AS VARCHAR), 3, '0'))[1]",
  "months_text(m)": "CASE WHEN m < 0 THEN '-' ELSE '' END || (abs(m) // 12) || '-' || (abs(m) % 12)",
  // Instants with a zone: a struct of the instant and the zone's name, `Asia/Tokyo` or `+09:00`.
  "zone_name(z)":
    "CASE WHEN z IS NULL THEN NULL WHEN z = '' OR regexp_full_match(z, '(?i)Z|UTC|GMT|[+-]00(?::?00)?') THEN 'UTC' WHEN regexp_full_match(z, '[+-][0-9]{2}(:?[0-9]{2})?') THEN left(z, 3) || ':' || CASE WHEN length(z) = 3 THEN '00' ELSE right(z, 2) END ELSE z END",
  "zone_minutes(z)":
    "CASE WHEN z = 'UTC' THEN 0 ELSE CASE WHEN left(z, 1) = '-' THEN -1 ELSE 1 END * (CAST(substr(z, 2, 2) AS INTEGER) * 60 + CASE WHEN length(z) = 3 THEN 0 ELSE CAST(right(z, 2) AS INTEGER) END) END",
  "zoned(t, z)":
    "list_transform([struct_pack(t := t, z := z)], lambda x: CASE WHEN x['t'] IS NULL OR x['z'] IS NULL THEN NULL ELSE x END)[1]",
  "wall_clock(x)":
    "CASE WHEN left(x['z'], 1) IN ('+', '-') THEN x['t'] + to_minutes(~zone_minutes(x['z'])) ELSE timezone(x['z'], timezone('UTC', x['t'])) END",
  // For a local time that occurs twice, the engine takes the second instant.
  "first_instant(w, z)":
    "list_transform([struct_pack(w := w, z := z, i := timezone('UTC', timezone(z, w)))], lambda x: list_transform([x['w'] + (x['i'] - INTERVAL 3 HOUR - timezone(x['z'], timezone('UTC', x['i'] - INTERVAL 3 HOUR)))], lambda c: CASE WHEN c < x['i'] AND timezone(x['z'], timezone('UTC', c)) = x['w'] THEN c ELSE x['i'] END)[1])[1]",
  "instant_in(w, z)":
    "list_transform([struct_pack(w := w, z := z)], lambda x: CASE WHEN left(x['z'], 1) IN ('+', '-') THEN x['w'] - to_minutes(~zone_minutes(x['z'])) ELSE ~first_instant(x['w'], x['z']) END)[1]",
  // For one that was computed from the local time of another instant: with the offset of that one, if the zone has it there.
  "near_instant(w, z, t)":
    "list_transform([struct_pack(w := w, z := z, t := w + (t - ~wall_clock(struct_pack(t := t, z := z))))], lambda x: CASE WHEN ~wall_clock(x) = x['w'] THEN x['t'] ELSE ~instant_in(x['w'], x['z']) END)[1]",
  // Parts of an ISO time; all are empty for other texts. The date is that of a calendar, a day of the year (2020-123) or a week (2020-W10-1).
  "iso_parts(s)":
    "regexp_extract(s, '^(?:([+-]?[0-9]{1,9})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?|-([0-9]{3})|-[Ww]([0-9]{1,2})(?:-([1-7]))?)?)?(?:([Tt])(?:([01]?[0-9]|2[0-3])(?::([0-5]?[0-9])(?::([0-5]?[0-9]))?)?(?:[.,]([0-9]{1,9}))?)?([Zz]|[+-](?:0[0-9]|1[0-3])(?::?[0-5][0-9])?|[+-]14(?::?00)?)?)?$', ['y', 'm', 'd', 'n', 'w', 'e', 't', 'h', 'i', 's', 'f', 'z'])",
  "iso_year(y)":
    "CASE WHEN left(y, 1) = '-' THEN '-' ELSE '' END || CASE WHEN length(ltrim(y, '+-')) < 4 THEN lpad(ltrim(y, '+-'), 4, '0') ELSE ltrim(y, '+-') END",
  "iso_day(p)":
    "CASE WHEN p['n'] <> '' THEN ~iso_day_of_year(~iso_year(p['y']), p['n']) WHEN p['w'] <> '' THEN ~iso_day_of_week(~iso_year(p['y']), p['w'], p['e']) ELSE TRY_CAST(~iso_year(p['y']) || '-' || CASE WHEN p['m'] = '' THEN '1' ELSE p['m'] END || '-' || CASE WHEN p['d'] = '' THEN '1' ELSE p['d'] END AS DATE) END",
  "iso_day_of_year(y, n)":
    "list_transform([TRY_CAST(y || '-01-01' AS DATE) + CAST(n AS INTEGER) - 1], lambda d: CASE WHEN date_part('year', d) = CAST(y AS INTEGER) THEN d END)[1]",
  // The week with the fourth of January is the first.
  "iso_day_of_week(y, w, e)":
    "list_transform([date_trunc('week', TRY_CAST(y || '-01-04' AS DATE)) + (CAST(w AS INTEGER) - 1) * INTERVAL 7 DAY], lambda d: CASE WHEN date_part('isoyear', d) = CAST(y AS INTEGER) THEN CAST(d AS DATE) + CASE WHEN e = '' THEN 0 ELSE CAST(e AS INTEGER) - 1 END END)[1]",
  "iso_date(s)":
    "list_transform([~iso_parts(s)], lambda p: CASE WHEN p['y'] <> '' AND p['t'] = '' THEN ~iso_day(p) END)[1]",
  // The fraction is one of the last part, with whole milliseconds.
  "iso_instant(s)":
    "list_transform([~iso_parts(s)], lambda p: CASE WHEN p['y'] <> '' OR p['h'] <> '' THEN CASE WHEN p['y'] = '' THEN TIMESTAMP '1970-01-01' ELSE TRY_CAST(~iso_day(p) AS TIMESTAMP) END + to_milliseconds(CASE WHEN p['h'] = '' THEN 0 ELSE CAST(p['h'] AS BIGINT) * 3600000 + CASE WHEN p['i'] = '' THEN 0 ELSE CAST(p['i'] AS BIGINT) * 60000 END + CASE WHEN p['s'] = '' THEN 0 ELSE CAST(p['s'] AS BIGINT) * 1000 END + CAST(rpad(p['f'], 9, '0') AS BIGINT) * CASE WHEN p['s'] <> '' THEN 1000 WHEN p['i'] <> '' THEN 60000 ELSE 3600000 END // 1000000000 END) - to_minutes(CASE WHEN length(p['z']) < 2 THEN 0 ELSE ~zone_minutes(p['z']) END) END)[1]",
  "iso_zone(s)": "~zone_name(struct_extract(~iso_parts(s), 'z'))",
  "text_zone(s)": "~zone_name(regexp_extract(s, 'T.*?(Z|[+-][0-9]{2}:?[0-9]{2})\\s*$', 1))",
  "offset_after(minutes)":
    "CASE WHEN minutes = 0 THEN 'Z' ELSE CASE WHEN minutes < 0 THEN '-' ELSE '+' END || lpad(CAST(abs(minutes) // 60 AS VARCHAR), 2, '0') || ':' || lpad(CAST(abs(minutes) % 60 AS VARCHAR), 2, '0') END",
  "offset_text(s)": "regexp_replace(s, 'Z$', '+0000')",
  "duration_micros(s)":
    "list_transform([regexp_extract(trim(s), '^([0-9]+(?:[.][0-9]+)?)\\s*([a-z]+)$', ['n', 'u'])], lambda p: CAST(round(CASE WHEN p['n'] <> '' THEN CAST(p['n'] AS DOUBLE) ELSE fail(INVALID_FUNCTION_ARGUMENT, 'duration is not a valid data duration string: ' || s, DOUBLE) END * CASE p['u'] WHEN 'ns' THEN 0.001 WHEN 'us' THEN 1 WHEN 'ms' THEN 1000 WHEN 's' THEN 1000000 WHEN 'm' THEN 60000000 WHEN 'h' THEN 3600000000 WHEN 'd' THEN 86400000000 ELSE fail(INVALID_FUNCTION_ARGUMENT, 'duration is not a valid data duration string: ' || s, DOUBLE) END / 1000.0) * 1000 AS BIGINT))[1]",
  "plural_part(n, unit)":
    "CASE WHEN n = 0 THEN NULL ELSE n || ' ' || unit || CASE WHEN n = 1 THEN '' ELSE 's' END END",
  "human_readable_seconds(n)":
    "CASE WHEN n IS NULL THEN NULL WHEN n = 0 THEN '0 seconds' ELSE concat_ws(', ', ~plural_part(n // 604800, 'week'), ~plural_part(n // 86400 % 7, 'day'), ~plural_part(n // 3600 % 24, 'hour'), ~plural_part(n // 60 % 60, 'minute'), ~plural_part(n % 60, 'second')) END",
  // Times accepted by the service's functions: a year, a month, or a date with or without a time.
  "td_timestamp(s)":
    "TRY_CAST(CASE WHEN regexp_full_match(s, '[0-9]{4}') THEN s || '-01-01' WHEN regexp_full_match(s, '[0-9]{4}-[0-9]{1,2}') THEN s || '-01' ELSE regexp_replace(s, '^([0-9]{4}-[0-9]{1,2}-[0-9]{1,2}[ T][0-9]{2})$', '\\1:00') END AS TIMESTAMP)",
  // Duration in seconds: `1d`, `-2h`, `1h30m`, `1day`.
  "td_duration(d)":
    "CASE WHEN d IS NULL THEN NULL WHEN regexp_full_match(d, '\\s*[+-]?(?:[0-9]+(?:w(?:eeks?)?|d(?:ays?)?|h(?:ours?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?))+\\s*') THEN CAST(list_sum(list_transform(regexp_extract_all(d, '[0-9]+[wdhms]'), lambda p: CAST(left(p, -1) AS BIGINT) * CASE right(p, 1) WHEN 'w' THEN 604800 WHEN 'd' THEN 86400 WHEN 'h' THEN 3600 WHEN 'm' THEN 60 ELSE 1 END)) AS BIGINT) * CASE WHEN starts_with(trim(d), '-') THEN -1 ELSE 1 END ELSE fail(INVALID_FUNCTION_ARGUMENT, 'not a duration such as 1d or -2h: ' || d, BIGINT) END",
  "td_offset_seconds(s)":
    "CASE WHEN regexp_matches(s, '[0-9] ?(Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2})$') AND contains(s, ':') THEN epoch_us(TRY_CAST(regexp_replace(regexp_replace(s, ' ?(Z|UTC|GMT)$', '+00:00'), ' ?([+-][0-9]{2}):?([0-9]{2})$', '\\1:\\2') AS TIMESTAMPTZ)) // 1000000 END",
  "session_id(key, number)": "CAST(CAST(md5(key || ':' || number) AS UUID) AS VARCHAR)",
};
