/** Macros of Hivemall's functions. A feature is a text `name:weight`, or a name with weight 1. */
export const HIVEMALL_MACROS: Readonly<Record<string, string>> = {
  "float_text(x)": "~double_text(CAST(CAST(CAST(x AS FLOAT) AS VARCHAR) AS DOUBLE))",
  "feature_name(f)": "CASE WHEN strpos(f, ':') > 1 THEN left(f, strpos(f, ':') - 1) ELSE f END",
  "whole_feature(f)":
    "coalesce(TRY_CAST(~feature_name(f) AS INTEGER), fail(INVALID_FUNCTION_ARGUMENT, 'not a feature with a whole number for a name: ' || f, INTEGER))",
  "weight_of(text, f)":
    "coalesce(TRY_CAST(text AS DOUBLE), fail(INVALID_FUNCTION_ARGUMENT, 'not a feature with a weight: ' || f, DOUBLE))",
  // The weight follows the last colon.
  "feature_weight(f)":
    "CASE WHEN f IS NULL THEN NULL WHEN regexp_matches(f, '(?s)^.+:[^:]*$') THEN ~weight_of(regexp_extract(f, '[^:]*$'), f) ELSE 1.0 END",
  // In vectors the weight follows the first colon.
  "vector_weight(f)":
    "CASE WHEN strpos(f, ':') > 0 THEN ~weight_of(CASE WHEN strpos(f, ':') > 1 THEN substr(f, strpos(f, ':') + 1) END, f) ELSE 1.0 END",
  "feature_hash(text, n)": "((svc_murmur3(text) % n) + n) % n + 1",
  "hashed_feature(f, n, bare)":
    "CASE WHEN NOT contains(f, ':') THEN CASE WHEN f = '0' THEN f ELSE ~feature_hash(f, n) || bare END WHEN length(f) - length(replace(f, ':', '')) = 1 THEN CASE WHEN starts_with(f, '0:') AND TRY_CAST(substr(f, 3) AS DOUBLE) = 1 THEN f ELSE ~feature_hash(split_part(f, ':', 1), n) || substr(f, strpos(f, ':')) END ELSE split_part(f, ':', 1) || ':' || ~feature_hash(regexp_extract(f, '(?s)^[^:]*:(.*):[^:]*$', 1), n) || regexp_extract(f, ':[^:]*$') END",
  "feature_index(f)":
    "CAST(CASE WHEN regexp_matches(f, ':.*:') THEN split_part(f, ':', 2) ELSE split_part(f, ':', 1) END AS INTEGER)",
  "normalized_features(fs, weights, norm)":
    "list_transform(fs, lambda f, i: CASE WHEN f IS NOT NULL THEN regexp_replace(f, '(?s)^(.+):[^:]*$', '\\1') || ':' || ~float_text(CASE WHEN norm = 0 THEN 0 ELSE CAST(weights[i] AS FLOAT) / CAST(norm AS FLOAT) END) END)",
  // Pairs the weights of two vectors; null where a vector lacks the feature.
  "feature_weights(fs)":
    'list_transform([list_filter(fs, lambda f: f IS NOT NULL)], lambda l: ~map_of_last(list_transform(l, lambda f: struct_pack(key := ~feature_name(f), "value" := CAST(~vector_weight(f) AS FLOAT)))))[1]',
  "weight_pairs(a, b)":
    "list_transform([struct_pack(a := ~feature_weights(a), b := ~feature_weights(b))], lambda v: list_transform(list_distinct(list_concat(map_keys(v['a']), map_keys(v['b']))), lambda k: struct_pack(a := v['a'][k], b := v['b'][k])))[1]",
  "weight_difference(p)":
    "CAST(coalesce(p['a'], CAST(0 AS FLOAT)) - coalesce(p['b'], CAST(0 AS FLOAT)) AS DOUBLE)",
  "cosine_of(dot, norms)": "CAST(CASE WHEN norms <= 0 THEN 0 ELSE dot / norms END AS FLOAT)",
  "cosine_similarity(a, b)":
    "CASE WHEN a IS NULL OR b IS NULL THEN CAST(0 AS FLOAT) ELSE list_transform([~weight_pairs(a, b)], lambda ps: ~cosine_of(coalesce(list_sum(list_transform(ps, lambda p: CAST(p['a'] AS DOUBLE) * CAST(p['b'] AS DOUBLE))), 0), sqrt(coalesce(list_sum(list_transform(ps, lambda p: pow(CAST(p['a'] AS DOUBLE), 2))), 0)) * sqrt(coalesce(list_sum(list_transform(ps, lambda p: pow(CAST(p['b'] AS DOUBLE), 2))), 0))))[1] END",
  "angular_similarity(a, b)":
    "CAST(1 - CAST(acos(greatest(-1, least(1, ~cosine_similarity(a, b)))) / pi() AS FLOAT) AS FLOAT)",
  "euclid_distance(a, b)":
    "CAST(sqrt(coalesce(list_sum(list_transform(~weight_pairs(a, b), lambda p: pow(~weight_difference(p), 2))), 0)) AS FLOAT)",
  "jaccard_similarity(a, b)":
    "CAST(CASE WHEN coalesce(len(a), 0) = 0 AND coalesce(len(b), 0) = 0 THEN 1 WHEN coalesce(len(a), 0) = 0 OR coalesce(len(b), 0) = 0 THEN 0 ELSE CAST(len(list_intersect(a, b)) AS FLOAT) / len(list_distinct(list_concat(a, b))) END AS FLOAT)",
  "pseudo_jaccard(a, b, k)": "CAST(2 * (CAST(k - bit_count(xor(a, b)) AS FLOAT) / k - 0.5) AS FLOAT)",
  // 1 for each recommended item that is relevant, else 0, in order.
  "ranking_hits(ranked, truth, k)":
    "list_transform(coalesce(ranked, [])[1:CAST(k AS BIGINT)], lambda e: CASE WHEN ~list_holds(truth, e) THEN 1 ELSE 0 END)",
  "ranking_size(ranked, k)": "least(len(coalesce(ranked, [])), k)",
  "none_of_none(ranked)": "CASE WHEN len(coalesce(ranked, [])) = 0 THEN 1.0 ELSE 0.0 END",
  "ndcg_of(hits, best)":
    "CASE WHEN best <= 0 THEN 0.0 ELSE coalesce(list_sum(list_transform(hits, lambda h, i: h / log2(i + 1))), 0) / list_sum(list_transform(range(1, best + 1), lambda i: 1 / log2(i + 1))) END",
  "precision_of(hits, ranked, truth)":
    "CASE WHEN len(coalesce(ranked, [])) = 0 THEN ~none_of_none(truth) ELSE list_sum(hits) / CAST(len(hits) AS DOUBLE) END",
  "recall_of(hits, ranked, truth)":
    "CASE WHEN len(truth) = 0 THEN ~none_of_none(ranked) ELSE coalesce(list_sum(hits), 0) / CAST(len(truth) AS DOUBLE) END",
  "average_precision_of(hits, ranked, truth)":
    "CASE WHEN len(truth) = 0 THEN ~none_of_none(ranked) WHEN coalesce(list_sum(hits), 0) = 0 THEN 0.0 ELSE list_sum(list_transform(hits, lambda h, i: CASE WHEN h = 1 THEN list_sum(hits[1:i]) / CAST(i AS DOUBLE) ELSE 0 END)) / list_sum(hits) END",
  "ranking_auc_of(hits, k)":
    "list_transform([coalesce(list_sum(hits), 0)], lambda n: CASE WHEN n * (k - n) = 0 THEN 0.5 ELSE coalesce(list_sum(list_transform(hits, lambda h, i: CASE WHEN h = 0 THEN coalesce(list_sum(hits[1:i]), 0) ELSE 0 END)), 0) / CAST(n * (k - n) AS DOUBLE) END)[1]",
  "f_measure(hits, actual, predicted, square)":
    "CASE WHEN square * actual + predicted > 0 THEN (1 + square) * hits / (square * actual + predicted) ELSE 0 END",
  "hits_of(actual, predicted)": "len(list_filter(predicted, lambda e: ~list_holds(actual, e)))",
  "lists_by_place(ls)":
    "list_transform([list_filter(ls, lambda l: l IS NOT NULL AND len(l) > 0)], lambda kept: list_transform(range(1, CASE WHEN len(list_distinct(list_transform(kept, lambda l: len(l)))) > 1 THEN fail(INVALID_FUNCTION_ARGUMENT, 'the arrays differ in their number of elements', BIGINT) ELSE len(kept[1]) END + 1), lambda i: list_transform(kept, lambda l: l[i])))[1]",
  "term_frequencies(h)":
    "list_transform([list_sum(map_values(h))], lambda n: map_from_entries(list_transform(map_entries(h), lambda e: struct_pack(k := e['key'], v := CAST(CAST(e['value'] AS FLOAT) / n AS FLOAT)))))[1]",
  "bm25(tf, size, mean_size, docs, docs_with)":
    "greatest(1e-8, log10(1 + (docs - docs_with + 0.5) / (docs_with + 0.5))) * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * size / mean_size))",
};
