export const JSON_MACROS: Readonly<Record<string, string>> = {
  // The engine also accepts trailing commas, NaN and infinities.
  "valid_json(s)": `json_valid(s) AND NOT (regexp_matches(s, ',\\s*[\\]}]|(?i:nan|inf)') AND regexp_matches(s, '^(?:[^"]|"(?:[^"\\\\]|\\\\(?s:.))*")*(?:,\\s*[\\]}]|(?i:nan|inf))'))`,
  "try_json(s)": "CASE WHEN ~valid_json(s) THEN CAST(s AS JSON) END",
  // Only if there are members to sort, or numbers that Java writes differently: the script function is a hundred times slower.
  "read_json(s)":
    "CASE WHEN s LIKE '%{%,%' OR regexp_matches(s, '[0-9][eE]|[0-9]{8}[.]|0[.]00|-0([^.0-9]|$)') THEN CAST(svc_sort_members(s) AS JSON) ELSE json(s) END",
  // The same without sorting.
  "settled_json(s)":
    "CASE WHEN regexp_matches(s, '[0-9][eE]|[0-9]{8}[.]|0[.]00|-0([^.0-9]|$)') THEN CAST(svc_settled_json(s) AS JSON) ELSE json(s) END",
  "json_double(d)":
    "CASE WHEN isfinite(d) THEN CAST(~double_text(d) AS JSON) ELSE to_json(~double_text(d)) END",
  "json_array(j)": "CASE WHEN json_type(j) = 'ARRAY' THEN j END",
};
