import { sqlOf } from "../../analyze/typed.ts";
import { type CallContext, family } from "../../functions/function-table.ts";
import { engine, lambda, type Sql } from "../../sql/tree.ts";

/** Alternating centers and weights, as a map. */
const asMap = (list: Sql): Sql =>
  engine`list_transform([${list}], lambda h: CASE WHEN len(h) > 0 THEN map(list_transform(range(1, CAST(len(h) + 1 AS BIGINT), 2), lambda i: h[i]), list_transform(range(2, CAST(len(h) + 1 AS BIGINT), 2), lambda i: h[i])) END)[1]`;

const histogram = (c: CallContext): Sql => {
  const [count, value, weight] = sqlOf(c.args) as [Sql, Sql, Sql?];
  const pairs = c.aggregate("list", [
    engine`CASE WHEN ${value} IS NOT NULL AND NOT isnan(${value}) THEN struct_pack(v := ${value}, w := ${weight ?? engine`1::DOUBLE`}) END`,
  ]);
  // The number of buckets is constant within a group.
  const buckets = c.aggregate("any_value", [count]);
  return engine`list_transform([struct_pack(l := ${pairs}, n := ${buckets})], ${lambda((g) => engine`list_transform([list_filter(${g}['l'], lambda e: e IS NOT NULL)], ${lambda((l) => asMap(engine`svc_numeric_histogram(${g}['n'], list_transform(${l}, lambda e: e['v']), list_transform(${l}, lambda e: e['w']))`))})[1]`)})[1]`;
};

const realHistogram = (c: CallContext): Sql => engine`CAST(${histogram(c)} AS MAP(FLOAT, FLOAT))`;

/**
 * Sketches. A HyperLogLog is represented by the smallest hashes of the values, in order, up to the limit in `~sketch`: it estimates
 * distinct values within 1.6 %, exactly up to that limit.
 */
export const sketches = family("functions/hyperloglog, functions/aggregate")`
aggregate numeric_histogram(buckets, x[, weight]) → map | about a histogram | select numeric_histogram(10, x) from (values 1e0, 2e0, 2e0, 3e0) t(x) --> [[{"1.0":1,"2.0":2,"3.0":1}]]
  (bigint, real) -> map(real, real) | (bigint, real, double) -> map(real, real) = ${realHistogram}
  (bigint, double) -> map(double, double) | (bigint, double, double) -> map(double, double) = ${histogram}
aggregate approx_set(x) → HyperLogLog | sketch of the distinct values | select cardinality(approx_set(x)) from (values 1, 2, 3, 2) t(x) --> [[3]]
  (T) -> hyperloglog = nullif(~sketch(@list(DISTINCT CASE WHEN $1 IS NOT NULL THEN hash($1) END)), CAST([] AS UBIGINT[]))
empty_approx_set() → HyperLogLog | sketch of no values | cardinality(empty_approx_set()) --> 0
  () -> hyperloglog = CAST([] AS UBIGINT[])
aggregate merge(sketch) → same as sketch | the group's sketches as one | select cardinality(merge(s)) from (select approx_set(id) s from orders group by item) --> [[6]]
  (hyperloglog) -> hyperloglog = (CASE WHEN @count($1) > 0 THEN ~sketch(flatten(@list($1))) END)
`;
