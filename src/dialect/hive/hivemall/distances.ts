import { family, forms, scalar } from "../../functions/function-table.ts";

const jaccard = (write: (similarity: string) => string) =>
  forms(
    scalar("(array(T), array(T)) -> real", write("~jaccard_similarity($1, $2)")),
    scalar("(bigint, bigint) -> real", write("~pseudo_jaccard($1, $2, 128)")),
    scalar("(bigint, bigint, integer) -> real", write("~pseudo_jaccard($1, $2, $3)")),
  );

export const distances = family("Hivemall, similarity and distance")`
cosine_similarity(features, features) → float | cosine of two vectors of features | cosine_similarity(array('a:1'), array('a:2')) --> 1
  (array(varchar), array(varchar)) -> real = ~cosine_similarity($1, $2)
cosine_distance(features, features) → float | 1 less the cosine similarity | cosine_distance(array('a:1'), array('b:1')) --> 1
  (array(varchar), array(varchar)) -> real = CAST(1 - ~cosine_similarity($1, $2) AS FLOAT)
angular_similarity(features, features) → float | by the angle between two vectors of features | angular_similarity(array('a:1'), array('a:2')) --> 1
  (array(varchar), array(varchar)) -> real = ~angular_similarity($1, $2)
angular_distance(features, features) → float | 1 less the angular similarity | angular_distance(array('a:1'), array('b:1')) --> 0.5
  (array(varchar), array(varchar)) -> real = CAST(1 - ~angular_similarity($1, $2) AS FLOAT)
euclid_similarity(features, features) → float | 1 / (1 + Euclidean distance) | euclid_similarity(array('a:3'), array('b:4')) --> 0.16666667
  (array(varchar), array(varchar)) -> real = CAST(1 / (1 + ~euclid_distance($1, $2)) AS FLOAT)
euclid_distance(features, features) → float | Euclidean distance | euclid_distance(array('a:3'), array('b:4')) --> 5
  (array(varchar), array(varchar)) -> real = ~euclid_distance($1, $2)
manhattan_distance(features, features) → float | sum of the differences | manhattan_distance(array('a:3'), array('b:4')) --> 7
  (array(varchar), array(varchar)) -> real = ~manhattan_distance($1, $2)
minkowski_distance(features, features, p) → float | Minkowski distance | minkowski_distance(array('a:1'), array('a:4'), 2) --> 3
  (array(varchar), array(varchar), double) -> real = ~minkowski_distance($1, $2, $3)
distance2similarity(distance) → float | 1 / (1 + distance) | distance2similarity(0.5) --> 0.6666667
  (double) -> real = CAST(1 / (1 + CAST($1 AS FLOAT)) AS FLOAT)
hamming_distance(x, y) → int | number of bits that differ | hamming_distance(0, 3) --> 2
  (bigint, bigint) -> integer = CAST(bit_count(xor($1, $2)) AS INTEGER)
jaccard_similarity(x, y[, k]) → float | share of the elements that two arrays have in common | jaccard_similarity(array('a','b'),array('b','c')) --> 0.33333334
  ${jaccard((similarity) => similarity)}
jaccard_distance(x, y[, k]) → float | 1 less the Jaccard similarity | jaccard_distance(0,3) --> 0.03125
  ${jaccard((similarity) => `CAST(1 - ${similarity} AS FLOAT)`)}
popcnt(x) → int | number of bits that are set | popcnt(3) --> 2
  (bigint) -> integer = CAST(bit_count($1) AS INTEGER)
  (array(bigint)) -> integer = CAST(list_sum(list_transform($1, lambda e: bit_count(e))) AS INTEGER)
`;
