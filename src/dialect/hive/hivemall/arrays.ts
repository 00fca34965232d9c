import { family } from "../../functions/function-table.ts";

export const arrays = family("Hivemall, generic functions: arrays and maps")`
-- treasure-boxes/machine-learning-box/predictive-lead-scoring
array_concat, concat_array([array, …]) → array | one after the other | array_concat(array(1),array(2,3)) --> [1,2,3]
  (array(T)...) -> array(T) = flatten(list_filter([$*], lambda l: l IS NOT NULL))
-- treasure-boxes/machine-learning-box/recommendation
aggregate array_avg(array) → array | mean of each place over the group's arrays | select array_avg(x) from (select array(1.0D, 3.0D) x union all select array(3.0D, 5.0D)) t --> [[[2,4]]]
  (array(double)) -> array(real) = list_transform(~lists_by_place(@list($1)), lambda l: CAST(coalesce(list_avg(l), 0) AS FLOAT))
-- Hivemall's guide, ft_engineering/selection
aggregate array_sum(array) → array | sum of each place over the group's arrays | select array_sum(x) from (select array(1.0D, 3.0D) x union all select array(3.0D, 5.0D)) t --> [[[4,8]]]
  (array(double)) -> array(double) = list_transform(~lists_by_place(@list($1)), lambda l: coalesce(list_sum(l), 0.0))
-- kazrin/hivemall-example, churn/decision_tree
subarray(array, from[, to]) → array | a part without to, from 0 | subarray(array(1, 2, 3, 4), 1, 3) --> [2,3]
  (array(T), integer) -> array(T) = $1[greatest($2, 0) + 1:]
  (array(T), integer, integer) -> array(T) = $1[greatest($2, 0) + 1:greatest($3, 0)]
-- Presto's, in Hivemall too
element_at(array, place) → element | from 0; from the end where it is negative | element_at(array(1, 2, 3), 2) --> 3
  (array(T), bigint) -> T = (CASE WHEN $2 >= -len($1) THEN $1[CASE WHEN $2 < 0 THEN $2 ELSE $2 + 1 END] END)
-- Hivemall's guide, binaryclass/titanic_rf
last_element(array) → element | last element | last_element(array('a','b','c')) --> "c"
  (array(T)) -> T = $1[-1]
-- Hivemall's guide, multiclass/news20_xgboost
argmax(array) → int | place of the largest element, from 0 | argmax(array(5,2,0,1)) --> 0
  (array(O)) -> integer = CAST(list_position($1, list_max($1)) - 1 AS INTEGER)
`;

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
