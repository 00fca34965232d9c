import { family, forms, scalar } from "../../functions/function-table.ts";

const VECTORS = "(array(varchar), array(varchar)) -> real";
const vectors = (sql: string) => scalar(VECTORS, sql);
const similarity = (sql: string) => scalar("(double) -> real", sql);

const jaccard = (write: (similarity: string) => string) =>
  forms(
    scalar("(array(T), array(T)) -> real", write("~jaccard_similarity($1, $2)")),
    scalar("(bigint, bigint) -> real", write("~pseudo_jaccard($1, $2, 128)")),
    scalar("(bigint, bigint, integer) -> real", write("~pseudo_jaccard($1, $2, $3)")),
  );

export const distances = family("Hivemall, similarity and distance", {
  cosine_similarity: vectors("~cosine_similarity($1, $2)"),
  cosine_distance: vectors("CAST(1 - ~cosine_similarity($1, $2) AS FLOAT)"),
  angular_similarity: vectors("~angular_similarity($1, $2)"),
  angular_distance: vectors("CAST(1 - ~angular_similarity($1, $2) AS FLOAT)"),
  euclid_similarity: vectors("CAST(1 / (1 + ~euclid_distance($1, $2)) AS FLOAT)"),
  euclid_distance: vectors("~euclid_distance($1, $2)"),
  manhattan_distance: vectors("~manhattan_distance($1, $2)"),
  minkowski_distance: scalar(
    "(array(varchar), array(varchar), double) -> real",
    "~minkowski_distance($1, $2, $3)",
  ),
  distance2similarity: similarity("CAST(1 / (1 + CAST($1 AS FLOAT)) AS FLOAT)"),
  hamming_distance: scalar("(bigint, bigint) -> integer", "CAST(bit_count(xor($1, $2)) AS INTEGER)"),
  jaccard_similarity: jaccard((similarity) => similarity),
  jaccard_distance: jaccard((similarity) => `CAST(1 - ${similarity} AS FLOAT)`),
  popcnt: forms(
    scalar("(bigint) -> integer", "CAST(bit_count($1) AS INTEGER)"),
    scalar(
      "(array(bigint)) -> integer",
      "CAST(list_sum(list_transform($1, lambda e: bit_count(e))) AS INTEGER)",
    ),
  ),
});
