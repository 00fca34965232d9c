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
