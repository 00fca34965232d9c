import type { Typed } from "../../analyze/typed.ts";
import { type CallContext, aggregate, family, forms } from "../../functions/function-table.ts";
import { engine, type Sql } from "../../sql/tree.ts";
import { hivemallOptions } from "./options.ts";

const error = (sql: string) => aggregate("(double, double) -> double", `coalesce(${sql}, 0.0)`);

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
  const [actual, predicted, given] = c.args as [Typed, Typed, Typed | undefined];
  const options = hivemallOptions(c.t, c.call.name, given, { valued: ["beta", "average"] }, c.pos);
  const beta = Number(options.get("beta") ?? 1);
  const average = options.get("average") ?? "micro";
  if (!(beta > 0) || !["micro", "binary"].includes(average))
    c.t.invalid(`${c.call.name} takes -beta above 0 and -average micro or binary`, c.pos);
  const sum = (sql: Sql): Sql => c.aggregate("sum", [sql]);
  const measure = (found: Sql, all: Sql, guessed: Sql): Sql =>
    engine`~f_measure(CAST(${sum(found)} AS DOUBLE), CAST(${sum(all)} AS DOUBLE), CAST(${sum(guessed)} AS DOUBLE), ${beta * beta}::DOUBLE)`;
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

export const measures = family("Hivemall, evaluation measures", {
  mae: error("@avg(abs($1 - $2))"),
  mse: error("@avg(pow($1 - $2, 2))"),
  rmse: error("sqrt(@avg(pow($1 - $2, 2)))"),
  r2: aggregate(
    "(double, double) -> double",
    `(CASE WHEN @count($1 - $2) = 0 THEN 0.0 WHEN @var_pop(${BOTH}) = 0 THEN 1.0 ELSE 1 - @avg(pow($1 - $2, 2)) / @var_pop(${BOTH}) END)`,
  ),
  logloss: error(`-@avg(${LOGLOSS})`),
  auc: forms(
    aggregate(
      "(double, integer) -> double",
      "svc_auc(@list(CASE WHEN $2 = 1 THEN $1 END), @list(CASE WHEN $2 IN (0, -1) THEN $1 END))",
    ),
    ranking((k) => `~ranking_auc_of(${hits(k)}, ${k})`),
  ),
  ndcg: ranking((k) => `~ndcg_of(${hits(k)}, least(len($2), ~ranking_size($1, ${k})))`),
  precision_at: ranking((k) => `~precision_of(${hits(k)}, $1, $2)`),
  recall_at: ranking((k) => `~recall_of(${hits(k)}, $1, $2)`),
  hitrate: ranking((k) => `coalesce(list_max(${hits(k)}), 0)`),
  mrr: ranking((k) => `coalesce(1 / CAST(nullif(list_position(${hits(k)}, 1), 0) AS DOUBLE), 0)`),
  average_precision: ranking((k) => `~average_precision_of(${hits(k)}, $1, $2)`),
  f1score: aggregate(
    "(array(integer), array(integer)) -> double",
    "(CASE WHEN @sum(~hits_of($1, $2)) > 0 THEN ~f_measure(CAST(@sum(~hits_of($1, $2)) AS DOUBLE), CAST(@sum(len($1)) AS DOUBLE), CAST(@sum(len($2)) AS DOUBLE), 1.0) ELSE -1.0 END)",
  ),
  fmeasure: ["array(T)", "integer", "boolean"].flatMap((kind) =>
    aggregate(`(${kind}, ${kind}) -> double | (${kind}, ${kind}, varchar) -> double`, fMeasure),
  ),
});
