import { family } from "../../functions/function-table.ts";

/** Distributions and their inverses. */
export const distributions = family("functions/math")`
normal_cdf(mean, sd, v) → double | share of a normal distribution below v | normal_cdf(0, 1, 0) --> 0.5
  (double, double, double) -> double = svc_normal_cdf($1, $2, $3)
inverse_normal_cdf(mean, sd, p) → double | value below which the share p of a normal distribution lies | inverse_normal_cdf(2, 1, 0.5) --> 2
  (double, double, double) -> double = svc_inverse_normal_cdf($1, $2, $3)
cauchy_cdf(median, scale, v) → double | share of a Cauchy distribution below v | cauchy_cdf(0, 1, 1) --> 0.75
  (double, double, double) -> double = svc_cauchy_cdf($1, $2, $3)
inverse_cauchy_cdf(median, scale, p) → double | value below which the share p of a Cauchy distribution lies | inverse_cauchy_cdf(2, 1, 0.5) --> 2
  (double, double, double) -> double = svc_inverse_cauchy_cdf($1, $2, $3)
laplace_cdf(mean, scale, v) → double | share of a Laplace distribution below v | laplace_cdf(0, 1, 0) --> 0.5
  (double, double, double) -> double = svc_laplace_cdf($1, $2, $3)
inverse_laplace_cdf(mean, scale, p) → double | value below which the share p of a Laplace distribution lies | inverse_laplace_cdf(2, 1, 0.5) --> 2
  (double, double, double) -> double = svc_inverse_laplace_cdf($1, $2, $3)
weibull_cdf(a, b, v) → double | share of a Weibull distribution of shape a and scale b below v | weibull_cdf(1, 1, 0) --> 0
  (double, double, double) -> double = svc_weibull_cdf($1, $2, $3)
inverse_weibull_cdf(a, b, p) → double | value below which the share p of a Weibull distribution lies | inverse_weibull_cdf(1, 1, 0) --> 0
  (double, double, double) -> double = svc_inverse_weibull_cdf($1, $2, $3)
beta_cdf(a, b, v) → double | share of a beta distribution below v | round(beta_cdf(2, 3, 0.5), 9) --> 0.6875
  (double, double, double) -> double = svc_beta_cdf($1, $2, $3)
inverse_beta_cdf(a, b, p) → double | value below which the share p of a beta distribution lies | round(inverse_beta_cdf(2, 3, 0.6875), 9) --> 0.5
  (double, double, double) -> double = svc_inverse_beta_cdf($1, $2, $3)
gamma_cdf(shape, scale, v) → double | share of a gamma distribution below v | round(gamma_cdf(1, 1, 1), 9) --> 0.632120559
  (double, double, double) -> double = svc_gamma_cdf($1, $2, $3)
inverse_gamma_cdf(shape, scale, p) → double | value below which the share p of a gamma distribution lies | round(inverse_gamma_cdf(1, 1, 0.5), 9) --> 0.693147181
  (double, double, double) -> double = svc_inverse_gamma_cdf($1, $2, $3)
chi_squared_cdf(df, v) → double | share of a chi squared distribution below v | round(chi_squared_cdf(2, 2), 9) --> 0.632120559
  (double, double) -> double = svc_gamma_cdf($1 / 2, 2, $2)
inverse_chi_squared_cdf(df, p) → double | value below which the share p of a chi squared distribution lies | round(inverse_chi_squared_cdf(2, 0.5), 9) --> 1.386294361
  (double, double) -> double = svc_inverse_gamma_cdf($1 / 2, 2, $2)
f_cdf(df1, df2, v) → double | share of an F distribution below v | round(f_cdf(2, 2, 1), 9) --> 0.5
  (double, double, double) -> double = svc_f_cdf($1, $2, $3)
inverse_f_cdf(df1, df2, p) → double | value below which the share p of an F distribution lies | round(inverse_f_cdf(2, 2, 0.75), 9) --> 3
  (double, double, double) -> double = svc_inverse_f_cdf($1, $2, $3)
t_cdf(x, df) → double | share of Student's t distribution below x | round(t_cdf(1, 2), 9) --> 0.788675135
  (double, double) -> double = svc_t_cdf($1, $2)
t_pdf(x, df) → double | density of Student's t distribution at x | round(t_pdf(0, 2), 9) --> 0.353553391
  (double, double) -> double = svc_t_pdf($1, $2)
inverse_t_cdf(df, p) → double | value below which the share p of Student's t distribution lies | round(inverse_t_cdf(1, 0.75), 9) --> 1
  (double, double) -> double = svc_inverse_t_cdf($1, $2)
poisson_cdf(lambda, v) → double | share of a Poisson distribution up to v | round(poisson_cdf(3, 2), 9) --> 0.423190081
  (double, integer) -> double = svc_poisson_cdf($1, CAST($2 AS DOUBLE))
inverse_poisson_cdf(lambda, p) → integer | value below which the share p of a Poisson distribution lies | inverse_poisson_cdf(3, 0.5) --> 3
  (double, double) -> integer = CAST(svc_inverse_poisson_cdf($1, $2) AS INTEGER)
binomial_cdf(trials, success, v) → double | share of a binomial distribution up to v | round(binomial_cdf(10, 0.5, 3), 9) --> 0.171875
  (integer, double, integer) -> double = svc_binomial_cdf(CAST($1 AS DOUBLE), $2, CAST($3 AS DOUBLE))
inverse_binomial_cdf(trials, success, p) → integer | value below which the share p of a binomial distribution lies | inverse_binomial_cdf(10, 0.5, 0.5) --> 5
  (integer, double, double) -> integer = CAST(svc_inverse_binomial_cdf(CAST($1 AS DOUBLE), $2, $3) AS INTEGER)
wilson_interval_lower(successes, trials, z) → double | lower bound of the Wilson score interval | wilson_interval_lower(1250, 1310, 1.96e0) --> 0.9414883725395894
  (bigint, bigint, double) -> double = ~wilson_interval($1, $2, $3, -1)
wilson_interval_upper(successes, trials, z) → double | upper bound of the Wilson score interval | wilson_interval_upper(1250, 1310, 1.96e0) --> 0.9642524717143908
  (bigint, bigint, double) -> double = ~wilson_interval($1, $2, $3, 1)
`;
