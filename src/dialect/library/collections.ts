// This folder: macros of the engine for functions that it does not have, as SQL by subject.

export const COLLECTION_MACROS: Readonly<Record<string, string>> = {
  // Entries are struct(k, v); nulls are skipped, and the first of equal keys wins.
  // The engine's function keeps every NaN.
  "distinct_keys(ks)":
    "list_transform([list_distinct(ks)], lambda ds: CASE WHEN len(list_filter(ds, lambda d: CAST(d AS VARCHAR) = 'nan')) > 1 THEN list_concat(list_filter(ds, lambda d: CAST(d AS VARCHAR) <> 'nan'), list_filter(ds, lambda d: CAST(d AS VARCHAR) = 'nan')[1:1]) ELSE ds END)[1]",
  "map_of_first(entries)":
    "list_transform([list_filter(entries, lambda e: e IS NOT NULL)], lambda es: list_transform([list_transform(es, lambda e: e['k'])], lambda ks: CASE WHEN len(~distinct_keys(ks)) = len(ks) THEN map(ks, list_transform(es, lambda e: e['v'])) ELSE list_transform([~runs_of(es)], lambda rs: ~map_of_runs(rs, list_transform(rs, lambda r: r['vs'][1])))[1] END)[1])[1]",
  // Entries of each key, in order of its first occurrence: a search for each of a few keys, else by sorting.
  "runs_of(entries)":
    "list_transform([list_filter(entries, lambda e: e IS NOT NULL)], lambda es: list_transform([~distinct_keys(list_transform(es, lambda e: e['k']))], lambda ds: CASE WHEN len(ds) > 4 THEN ~sorted_runs(list_sort(list_transform(es, lambda e, i: struct_pack(k := e['k'], i := i, v := e['v'])))) ELSE list_transform(ds, lambda d: struct_pack(k := d, vs := list_transform(list_filter(es, lambda e: e['k'] = d), lambda e: e['v']))) END)[1])[1]",
  "sorted_runs(sorted)":
    "list_transform([sorted], lambda ss: list_transform([list_transform(list_filter(list_zip(ss, list_prepend(NULL, ss), range(1, len(ss) + 1), TRUE), lambda z, n: n <= len(ss) AND (n = 1 OR z[1].k IS DISTINCT FROM z[2].k)), lambda z: z[3])], lambda starts: list_transform(list_sort(list_transform(list_zip(starts, list_append(starts[2:], len(ss) + 1)), lambda z: struct_pack(i := ss[z[1]].i, first := z[1], next := z[2]))), lambda r: struct_pack(k := ss[r['first']].k, vs := list_transform(range(r['first'], r['next']), lambda j: ss[j].v))))[1])[1]",
  "map_of_runs(runs, made)": "map(list_transform(runs, lambda r: r['k']), made)",
  "multimap_of(entries)":
    "list_transform([~runs_of(entries)], lambda rs: ~map_of_runs(rs, list_transform(rs, lambda r: r['vs'])))[1]",
  // Aggregates without any key return null, not an empty map.
  "map_or_null(m)": "CASE WHEN len(map_keys(m)) > 0 THEN m END",
  // The engine's own moments are made of sums of powers, which lose all digits of values that are far from zero. Equal values give NaN.
  "deviations(xs)":
    "list_transform([list_filter(xs, lambda x: x IS NOT NULL)], lambda l: list_transform([list_transform(l, lambda x: x - l[1])], lambda ds: list_transform([list_avg(ds)], lambda mean: list_transform(ds, lambda d: d - mean))[1])[1])[1]",
  "sum_of_powers(ds, n)": "list_sum(list_transform(ds, lambda d: pow(d, n)))",
  "kurtosis_of(ds, n)":
    "coalesce(n * (n + 1) * (n - 1) / ((n - 2) * (n - 3)) * ~sum_of_powers(ds, 4) / pow(~sum_of_powers(ds, 2), 2) - 3 * (n - 1) * (n - 1) / ((n - 2) * (n - 3)), 'nan'::DOUBLE)",
  "skewness_of(ds, n)":
    "coalesce(sqrt(n) * ~sum_of_powers(ds, 3) / pow(~sum_of_powers(ds, 2), 1.5), 'nan'::DOUBLE)",
  "entropy_of(counts)":
    "list_transform([list_sum(counts)], lambda total: coalesce(list_sum(list_transform(list_filter(counts, lambda c: c > 0), lambda c: c / total * log2(total / c))), 0.0))[1]",
  "list_size(n, what)":
    "CASE WHEN n > 10000 THEN fail(INVALID_FUNCTION_ARGUMENT, 'result of ' || what || ' function must not have more than 10000 entries', BIGINT) ELSE CAST(n AS BIGINT) END",
  "list_has_null(l)": "len(list_filter(l, lambda e: e IS NULL)) > 0",
  "list_holds(l, x)":
    "CASE WHEN x IS NULL THEN len(list_filter(l, lambda o: o IS NULL)) > 0 ELSE coalesce(list_contains(l, x), FALSE) END",
  // In order of first occurrence, with one null. A lambda that searches or slices its own list takes quadratic time (slices also memory):
  // long lists are searched once per distinct value, or sorted if most values differ.
  "distinct_in_order(l)":
    "list_transform([l], lambda xs: CASE WHEN len(xs) > 200 THEN ~distinct_of_many(xs, list_distinct(xs)) ELSE list_filter(xs, lambda e, i: list_position(xs, e) = i) END)[1]",
  "distinct_of_many(l, found)":
    "CASE WHEN len(found) <= 4000 THEN list_transform(list_sort(list_transform(CASE WHEN list_position(l, NULL) IS NULL THEN found ELSE list_append(found, NULL) END, lambda e: struct_pack(i := list_position(l, e), v := e))), lambda s: s['v']) ELSE ~first_of_each(list_sort(list_transform(l, lambda e, i: struct_pack(v := e, i := i)))) END",
  "first_of_each(sorted)":
    "list_transform(list_sort(list_transform(list_filter(list_zip(sorted, list_prepend(NULL, sorted), TRUE), lambda z, n: n = 1 OR z[1].v IS DISTINCT FROM z[2].v), lambda z: struct_pack(i := z[1].i, v := z[1].v))), lambda s: s['v'])",
  "histogram_of_list(l)":
    "list_transform([~runs_of(list_transform(list_filter(l, lambda e: e IS NOT NULL), lambda e: struct_pack(k := e, v := TRUE)))], lambda rs: ~map_of_runs(rs, list_transform(rs, lambda r: CAST(len(r['vs']) AS BIGINT))))[1]",
  "ordered_map(m)": "CASE WHEN m IS NULL THEN NULL ELSE map_from_entries(list_sort(map_entries(m))) END",
  "map_of_last(entries)":
    "list_transform([~runs_of(list_transform(entries, lambda e: struct_pack(k := e['key'], v := e['value'])))], lambda rs: ~map_of_runs(rs, list_transform(rs, lambda r: r['vs'][-1])))[1]",
  "ngrams(l, n)":
    "CASE WHEN n <= 0 THEN [l[fail(INVALID_FUNCTION_ARGUMENT, 'N must be positive', BIGINT):]] WHEN len(l) <= n THEN [l] ELSE list_transform(range(1, CAST(len(l) - n + 2 AS BIGINT)), lambda i: l[i:i + n - 1]) END",
  "slice_list(l, start, n)":
    "CASE WHEN l IS NULL OR start IS NULL OR n IS NULL THEN NULL WHEN n < 0 THEN list_concat(l, [NULL])[fail(INVALID_FUNCTION_ARGUMENT, 'length must be greater than or equal to 0', BIGINT):] WHEN start = 0 THEN list_concat(l, [NULL])[fail(INVALID_FUNCTION_ARGUMENT, 'SQL array indices start at 1', BIGINT):] WHEN start > 0 THEN l[start:start + n - 1] WHEN -start > len(l) THEN l[1:0] ELSE l[len(l) + start + 1:len(l) + start + n] END",
  // Each step counts from the start, so that month ends stay month ends.
  "month_steps(a, b, m)":
    "CASE WHEN a IS NOT NULL AND b IS NOT NULL AND m IS NOT NULL THEN list_filter(list_transform(range(0, ~list_size(greatest(date_diff('month', a, b) // nullif(m, 0), 0) + 1, 'sequence')), lambda i: a + to_months(CAST(i * m AS INTEGER))), lambda d: CASE WHEN m > 0 THEN d <= b ELSE d >= b END) END",
  // Index sets as bit masks: at most twenty elements, for a million sets.
  "combinations(l, n)":
    "list_transform(list_sort(list_transform(list_filter(range(CAST(pow(2, CASE WHEN n < 0 THEN fail(INVALID_FUNCTION_ARGUMENT, 'combination size must not be negative: ' || n, INTEGER) WHEN n > 5 THEN fail(INVALID_FUNCTION_ARGUMENT, 'combination size must not exceed 5: ' || n, INTEGER) WHEN len(l) > 20 THEN fail(INVALID_FUNCTION_ARGUMENT, 'combinations takes at most 20 elements in the local service', INTEGER) ELSE len(l) END) AS BIGINT)), lambda b: bit_count(b) = n), lambda b: list_reverse(list_filter(range(1, CAST(len(l) + 1 AS BIGINT)), lambda i: (b >> CAST(i - 1 AS INTEGER)) & 1 = 1)))), lambda ix: list_transform(list_reverse(ix), lambda i: l[i]))",
  "most_frequent(counts, n)":
    "map_from_entries(list_transform(list_sort(list_transform(map_entries(counts), lambda e: struct_pack(n := -e['value'], k := e['key'])))[1:n], lambda e: struct_pack(k := e['k'], v := -e['n'])))",
  // For values compared part by part.
  "all_equal(missing, differ, tests)":
    "CASE WHEN missing THEN NULL WHEN differ THEN FALSE ELSE list_transform([tests], lambda ts: CASE WHEN list_contains(ts, FALSE) THEN FALSE WHEN len(list_filter(ts, lambda e: e IS NULL)) > 0 THEN NULL ELSE TRUE END)[1] END",
  // List equality with SQL nulls: unknown if an element is null, unless the lists differ elsewhere.
  "lists_equal(a, b)":
    "CASE WHEN len(a) <> len(b) THEN FALSE WHEN len(list_filter(a, lambda e: e IS NULL)) = 0 AND len(list_filter(b, lambda e: e IS NULL)) = 0 THEN a = b WHEN list_contains(list_transform(range(1, CAST(len(a) + 1 AS BIGINT)), lambda i: a[i] <> b[i]), TRUE) THEN FALSE WHEN a IS NULL OR b IS NULL THEN NULL END",
};
