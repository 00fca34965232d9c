import { family } from "../../functions/function-table.ts";

export const distances = family("Hivemall, similarity and distance")`
-- Hivemall's guide, recommend/news20_knn
cosine_similarity(features, features) → float | cosine of two vectors of features | cosine_similarity(array('a:1'), array('a:2')) --> 1
  (array(varchar), array(varchar)) -> real = ~cosine_similarity($1, $2)
-- Hivemall's guide, misc/topk
angular_similarity(features, features) → float | by the angle between two vectors of features | angular_similarity(array('a:1'), array('a:2')) --> 1
  (array(varchar), array(varchar)) -> real = ~angular_similarity($1, $2)
-- Hivemall's guide, anomaly/lof
euclid_distance(features, features) → float | Euclidean distance | euclid_distance(array('a:3'), array('b:4')) --> 5
  (array(varchar), array(varchar)) -> real = ~euclid_distance($1, $2)
distance2similarity(distance) → float | 1 / (1 + distance) | distance2similarity(0.5) --> 0.6666667
  (double) -> real = CAST(1 / (1 + CAST($1 AS FLOAT)) AS FLOAT)
-- Hivemall's guide, recommend/news20_bbit_minhash
jaccard_similarity(x, y[, k]) → float | share of the elements that two arrays have in common | jaccard_similarity(array('a','b'),array('b','c')) --> 0.33333334
  (array(T), array(T)) -> real = ~jaccard_similarity($1, $2)
  (bigint, bigint) -> real = ~pseudo_jaccard($1, $2, 128)
  (bigint, bigint, integer) -> real = ~pseudo_jaccard($1, $2, $3)
popcnt(x) → int | number of bits that are set | popcnt(3) --> 2
  (bigint) -> integer = CAST(bit_count($1) AS INTEGER)
  (array(bigint)) -> integer = CAST(list_sum(list_transform($1, lambda e: bit_count(e))) AS INTEGER)
`;
