import { aggregate, family, scalar, volatile } from "../../functions/function-table.ts";
import { engine, literal } from "../../sql/tree.ts";
import { engineType } from "../../types/engine-type.ts";

const mostFrequent = aggregate(
  "(bigint, E, bigint) -> map(E, bigint)",
  (c) =>
    engine`~most_frequent(CAST(${c.aggregate("histogram", [c.args[1]!.sql])} AS ${engineType(c.result)}), ${c.args[0]!.sql})`,
);

/** Functions of manual pages that have only a few. */
export const others = family(
  "functions/math, functions/uuid, functions/session, functions/conversion, functions/aggregate",
  {
    uuid: volatile("() -> uuid", "uuid()"),
    version: scalar("() -> varchar", "'local'"),
    current_user: scalar("() -> varchar", "'svc'"),
    current_catalog: scalar("() -> varchar", (c) => literal(c.t.catalog)),
    current_schema: scalar("() -> varchar", (c) => literal(c.t.options.database)),
    normal_cdf: scalar("(double, double, double) -> double", "svc_normal_cdf($1, $2, $3)"),
    inverse_normal_cdf: scalar("(double, double, double) -> double", "svc_inverse_normal_cdf($1, $2, $3)"),
    cauchy_cdf: scalar("(double, double, double) -> double", "svc_cauchy_cdf($1, $2, $3)"),
    inverse_cauchy_cdf: scalar("(double, double, double) -> double", "svc_inverse_cauchy_cdf($1, $2, $3)"),
    laplace_cdf: scalar("(double, double, double) -> double", "svc_laplace_cdf($1, $2, $3)"),
    inverse_laplace_cdf: scalar("(double, double, double) -> double", "svc_inverse_laplace_cdf($1, $2, $3)"),
    weibull_cdf: scalar("(double, double, double) -> double", "svc_weibull_cdf($1, $2, $3)"),
    inverse_weibull_cdf: scalar("(double, double, double) -> double", "svc_inverse_weibull_cdf($1, $2, $3)"),
    beta_cdf: scalar("(double, double, double) -> double", "svc_beta_cdf($1, $2, $3)"),
    inverse_beta_cdf: scalar("(double, double, double) -> double", "svc_inverse_beta_cdf($1, $2, $3)"),
    gamma_cdf: scalar("(double, double, double) -> double", "svc_gamma_cdf($1, $2, $3)"),
    inverse_gamma_cdf: scalar("(double, double, double) -> double", "svc_inverse_gamma_cdf($1, $2, $3)"),
    chi_squared_cdf: scalar("(double, double) -> double", "svc_gamma_cdf($1 / 2, 2, $2)"),
    inverse_chi_squared_cdf: scalar("(double, double) -> double", "svc_inverse_gamma_cdf($1 / 2, 2, $2)"),
    f_cdf: scalar("(double, double, double) -> double", "svc_f_cdf($1, $2, $3)"),
    inverse_f_cdf: scalar("(double, double, double) -> double", "svc_inverse_f_cdf($1, $2, $3)"),
    t_cdf: scalar("(double, double) -> double", "svc_t_cdf($1, $2)"),
    inverse_t_cdf: scalar("(double, double) -> double", "svc_inverse_t_cdf($1, $2)"),
    poisson_cdf: scalar("(double, integer) -> double", "svc_poisson_cdf($1, CAST($2 AS DOUBLE))"),
    inverse_poisson_cdf: scalar(
      "(double, double) -> integer",
      "CAST(svc_inverse_poisson_cdf($1, $2) AS INTEGER)",
    ),
    binomial_cdf: scalar(
      "(integer, double, integer) -> double",
      "svc_binomial_cdf(CAST($1 AS DOUBLE), $2, CAST($3 AS DOUBLE))",
    ),
    inverse_binomial_cdf: scalar(
      "(integer, double, double) -> integer",
      "CAST(svc_inverse_binomial_cdf(CAST($1 AS DOUBLE), $2, $3) AS INTEGER)",
    ),
    wilson_interval_lower: scalar("(bigint, bigint, double) -> double", "~wilson_interval($1, $2, $3, -1)"),
    wilson_interval_upper: scalar("(bigint, bigint, double) -> double", "~wilson_interval($1, $2, $3, 1)"),
    cosine_distance: scalar("(array(double), array(double)) -> double", "(1 - ~cosine_of_vectors($1, $2))"),
    to_ieee754_64: scalar("(double) -> varbinary", "svc_to_ieee754($1, 8)"),
    to_ieee754_32: scalar("(real) -> varbinary", "svc_to_ieee754(CAST($1 AS DOUBLE), 4)"),
    from_ieee754_64: scalar("(varbinary) -> double", "svc_from_ieee754($1, 8)"),
    from_ieee754_32: scalar("(varbinary) -> real", "CAST(svc_from_ieee754($1, 4) AS FLOAT)"),
    parse_data_size: scalar("(varchar) -> decimal", "CAST(svc_data_size($1) AS DECIMAL(38,0))"),
    parse_presto_data_size: scalar("(varchar) -> decimal", "CAST(svc_data_size($1) AS DECIMAL(38,0))"),
    approx_most_frequent: mostFrequent,
    td_approx_most_frequent: mostFrequent,
  },
);
