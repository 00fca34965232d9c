/** Macros on JSON. */
export const JSON_MACROS: Readonly<Record<string, string>> = {
  "try_json(s)": "CASE WHEN json_valid(s) THEN CAST(s AS JSON) END",
  // Only where there are members to sort: the script function is a hundred times as slow.
  "read_json(s)": "CASE WHEN s LIKE '%{%,%' THEN json(svc_sort_members(s)) ELSE json(s) END",
  "json_array(j)": "CASE WHEN json_type(j) = 'ARRAY' THEN j END",
};
