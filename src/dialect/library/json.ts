/** Macros on JSON and on the catalogue's types. */
export const JSON_MACROS: Readonly<Record<string, string>> = {
  "try_json(s)": "CASE WHEN json_valid(s) THEN CAST(s AS JSON) END",
  // Only where there are members to sort: the script function is a hundred times as slow.
  "read_json(s)": "CASE WHEN s LIKE '%{%,%' THEN json(svc_sort_members(s)) ELSE json(s) END",
  "json_array(j)": "CASE WHEN json_type(j) = 'ARRAY' THEN j END",
  // Engine type names as Presto writes them, for information_schema; nested ones piece by piece.
  "presto_type_name(n)":
    "regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(lower(n), 'timestamp with time zone', 'timestamp(3) with time zone'), 'blob', 'varbinary'), 'hugeint', 'decimal(38,0)'), 'float', 'real'), 'struct(', 'row('), '\"', ''), '^timestamp$', 'timestamp(3)'), '^(.*)\\[\\]$', 'array(\\1)')",
};
