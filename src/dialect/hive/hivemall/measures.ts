import type { Typed } from "../../analyze/typed.ts";
import { type CallContext, aggregate, family } from "../../functions/function-table.ts";
import { engine, type Sql } from "../../sql/tree.ts";
import { hivemallOptions } from "./options.ts";

/** Mean of a measure over rows of ranked and relevant items; rows without relevant items are skipped. */
const ranking = (measure: (k: string) => string) =>
  ["", ", integer"].flatMap((more) => {
    const k = more === "" ? "len(coalesce($1, []))" : "$3";
    return aggregate(
      `(array(T), array(T)${more}) -> double`,
      `coalesce(@avg(CASE WHEN $2 IS NOT NULL THEN CAST(${measure(k)} AS DOUBLE) END), 0.0)`,
    );
  });
const hits = (k: string): string => `~ranking_hits($1, $2, ${k})`;

/** F-measure of labels: `micro` counts hits over all rows, `binary` only those of label 1. */
const fMeasure = (c: CallContext): Sql => {
  const [actual, predicted, size] = c.args as [Typed, Typed, Typed | undefined];
  const options = hivemallOptions(c.t, c.call.name, size, { valued: ["beta", "average"] }, c.pos);
  const beta = Number(options.get("beta") ?? 1);
  const average = options.get("average") ?? "micro";
  if (!(beta > 0) || !["micro", "binary"].includes(average))
    c.t.invalid(`${c.call.name} takes -beta above 0 and -average micro or binary`, c.pos);
  const sum = (sql: Sql): Sql => c.aggregate("sum", [sql]);
  const measure = (hits: Sql, all: Sql, guessed: Sql): Sql =>
    engine`~f_measure(CAST(${sum(hits)} AS DOUBLE), CAST(${sum(all)} AS DOUBLE), CAST(${sum(guessed)} AS DOUBLE), ${beta * beta}::DOUBLE)`;
  if (actual.type.kind === "array") {
    if (average === "binary") c.t.unsupported("fmeasure of arrays with -average binary", c.pos);
    return measure(
      engine`~hits_of(${actual.sql}, ${predicted.sql})`,
      engine`len(${actual.sql})`,
      engine`len(${predicted.sql})`,
    );
  }
  const [a, p] = [actual, predicted].map(({ sql }) => engine`CAST(${sql} AS INTEGER)`) as [Sql, Sql];
  return average === "binary"
    ? measure(
        engine`CASE WHEN ${a} = ${p} AND ${p} <> 0 THEN 1 ELSE 0 END`,
        engine`CASE WHEN ${a} <> 0 THEN 1 ELSE 0 END`,
        engine`CASE WHEN ${p} <> 0 THEN 1 ELSE 0 END`,
      )
    : measure(engine`CASE WHEN ${a} = ${p} THEN 1 ELSE 0 END`, engine`1`, engine`1`);
};

const BOTH = "CASE WHEN $1 IS NOT NULL THEN $2 END";
const LOGLOSS = `${BOTH} * ln(least(1 - 1e-15, greatest(1e-15, $1))) + (1 - $2) * ln(1 - least(1 - 1e-15, greatest(1e-15, $1)))`;

export const measures = family("Hivemall, evaluation measures")`
-- treasure-boxes/machine-learning-box/customer-lifetime-value
aggregate mae(predicted, actual) → double | mean absolute error | select mae(p, a) from (select stack(2, 1.0D, 2.0D, 3.0D, 6.0D) as (p, a)) t --> [[2]]
  (double, double) -> double = coalesce(@avg(abs($1 - $2)), 0.0)
aggregate rmse(predicted, actual) → double | root of the mean squared error | select rmse(p, a) from (select stack(2, 1.0D, 2.0D, 3.0D, 6.0D) as (p, a)) t --> [[2.23606797749979]]
  (double, double) -> double = coalesce(sqrt(@avg(pow($1 - $2, 2))), 0.0)
-- Hivemall's guide, eval/regression
aggregate mse(predicted, actual) → double | mean squared error | select mse(p, a) from (select stack(2, 1.0D, 2.0D, 3.0D, 6.0D) as (p, a)) t --> [[5]]
  (double, double) -> double = coalesce(@avg(pow($1 - $2, 2)), 0.0)
aggregate r2(predicted, actual) → double | coefficient of determination | select r2(p, a) from (select stack(2, 1.0D, 2.0D, 3.0D, 6.0D) as (p, a)) t --> [[-0.25]]
  (double, double) -> double = (CASE WHEN @count($1 - $2) = 0 THEN 0.0 WHEN @var_pop(${BOTH}) = 0 THEN 1.0 ELSE 1 - @avg(pow($1 - $2, 2)) / @var_pop(${BOTH}) END)
-- treasure-boxes/machine-learning-box/predictive-lead-scoring
aggregate logloss(predicted, actual) → double | logarithmic loss | logloss(0.5D, 1) --> 0.6931471805599453
  (double, double) -> double = coalesce(-@avg(${LOGLOSS}), 0.0)
-- treasure-boxes/machine-learning-box/ml_tips
aggregate auc(score, label) → double | area under the ROC curve; auc(ranked, right[, k]) of lists | select auc(p, a) from (select 0.8D p, 1 a union all select 0.3D, 0) t --> [[1]]
  (double, integer) -> double = svc_auc(@list(CASE WHEN $2 = 1 THEN $1 END), @list(CASE WHEN $2 IN (0, -1) THEN $1 END))
  ${ranking((k) => `~ranking_auc_of(${hits(k)}, ${k})`)}
-- treasure-boxes/machine-learning-box/recommendation
ndcg(ranked, right[, k]) → double | normalized discounted cumulative gain | ndcg(array(1, 3, 2), array(1, 2)) --> 0.9197207891481876
  ${ranking((k) => `~ndcg_of(${hits(k)}, least(len($2), ~ranking_size($1, ${k})))`)}
-- treasure-boxes/machine-learning-box/gender_age_prediction
precision_at(ranked, right[, k]) → double | share of recommended items that are right | precision_at(array(1, 3, 2), array(1, 2), 2) --> 0.5
  ${ranking((k) => `~precision_of(${hits(k)}, $1, $2)`)}
recall_at(ranked, right[, k]) → double | share of right items that are recommended | recall_at(array(1, 3, 2), array(1, 2), 2) --> 0.5
  ${ranking((k) => `~recall_of(${hits(k)}, $1, $2)`)}
mrr(ranked, right[, k]) → double | mean reciprocal rank of the first right item | mrr(array(1, 3, 2), array(1, 2)) --> 1
  ${ranking((k) => `coalesce(1 / CAST(nullif(list_position(${hits(k)}, 1), 0) AS DOUBLE), 0)`)}
average_precision(ranked, right[, k]) → double | mean average precision of recommended items | average_precision(array(1, 3, 2), array(1, 2)) --> 0.8333333333333333
  ${ranking((k) => `~average_precision_of(${hits(k)}, $1, $2)`)}
aggregate fmeasure(actual, predicted[, options]) → double | F-measure; options -beta x, -average micro or binary | fmeasure(array(1, 2), array(2, 3)) --> 0.5
  (array(T), array(T)) -> double | (array(T), array(T), varchar) -> double = ${fMeasure}
  (integer/boolean, integer/boolean) -> double | (integer/boolean, integer/boolean, varchar) -> double = ${fMeasure}
-- Hivemall's guide, recommend/movielens_slim
hitrate(ranked, right[, k]) → double | share of lists with a right item | hitrate(array(1, 3, 2), array(1, 2)) --> 1
  ${ranking((k) => `coalesce(list_max(${hits(k)}), 0)`)}
-- Hivemall's guide, eval/binary_classification_measures
aggregate f1score(actual, predicted) → double | F1 score of lists of labels | f1score(array(1,2), array(2,3)) --> 0.5
  (array(integer), array(integer)) -> double = (CASE WHEN @sum(~hits_of($1, $2)) > 0 THEN ~f_measure(CAST(@sum(~hits_of($1, $2)) AS DOUBLE), CAST(@sum(len($1)) AS DOUBLE), CAST(@sum(len($2)) AS DOUBLE), 1.0) ELSE -1.0 END)
`;
