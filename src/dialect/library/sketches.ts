export const SKETCH_MACROS: Readonly<Record<string, string>> = {
  // The smallest hashes of a set; see the sketch functions.
  "sketch(hashes)": "list_sort(list_distinct(hashes))[1:4096]",
  "sketch_size(hashes)":
    "CASE WHEN len(hashes) < 4096 THEN CAST(len(hashes) AS BIGINT) ELSE CAST(round(4095 / (hashes[4096] / 18446744073709551616.0::DOUBLE)) AS BIGINT) END",
  "percentile_of(rows, share)":
    "list_sort(list_transform(rows, lambda e: e['x']))[least(CAST(floor(len(rows) * share) AS BIGINT) + 1, len(rows))]",
  // The first of the sorted values at which the cumulative weight reaches the share.
  "weighted_percentile(rows, share)":
    "list_transform([list_sort(list_transform(rows, lambda e: struct_pack(x := e['x'], w := e['w'])))], lambda s: list_transform([list_sum(list_transform(s, lambda e: e['w'])) * share], lambda goal: list_reduce(s, lambda a, b: CASE WHEN a['w'] >= goal THEN a ELSE struct_pack(x := b['x'], w := a['w'] + b['w']) END).x)[1])[1]",
};
