import type { CallContext } from "../../functions/function-table.ts";
import { family, forms, scalar, aggregate, volatile } from "../../functions/function-table.ts";
import { typed } from "../../analyze/typed.ts";
import { bindOnce } from "../../analyze/bind-once.ts";
import { piecesSql } from "../../time/format-pieces.ts";
import { localTime } from "../../time/local-time.ts";
import { javaFirstYear, readTime } from "../../time/mysql-format.ts";
import { teradataPieces, teradataReading } from "../../time/teradata-format.ts";
import { engineType } from "../../types/engine-type.ts";
import { DATE, TIMESTAMP } from "../../types/type.ts";
import { engine, literal, type Sql } from "../../sql/tree.ts";

const mostFrequent = aggregate(
  "(bigint, T, bigint) -> map(T, bigint)",
  (c) =>
    engine`~most_frequent(CAST(${c.aggregate("histogram", [c.args[1]!.sql])} AS ${engineType(c.result)}), ${c.args[0]!.sql})`,
);

const format = (c: CallContext): string => {
  const value = c.args[1]!.constant;
  return typeof value === "string"
    ? value
    : c.t.unsupported(`${c.call.name} with a format that is not a literal`, c.pos);
};

const read = (c: CallContext): Sql => {
  const reading = teradataReading(c.t, format(c), c.pos);
  return bindOnce([c.args[0]!], (x) => {
    const failure = c.t.failingWith(
      "INVALID_FUNCTION_ARGUMENT",
      engine`'Invalid format: ' || ${literal(JSON.stringify(format(c)))} || ' for ''' || ${x} || ''''`,
      c.pos,
      engine`TIMESTAMP`,
    );
    return engine`(CASE WHEN ${x} IS NULL THEN NULL ELSE coalesce(${readTime(x, reading, javaFirstYear(c.t))}, ${failure}) END)`;
  });
};

/** Source: functions/teradata. */
export const teradata = family("functions/teradata", {
  to_char: forms(
    ...["timestamp", "timestamptz", "date"].map((kind) =>
      scalar(`(${kind}, varchar) -> varchar`, (c) =>
        bindOnce(
          [
            typed(
              c.args[0]!.type.kind === "date"
                ? engine`CAST(${c.args[0]!.sql} AS TIMESTAMP)`
                : localTime(c.args[0]!),
              TIMESTAMP,
            ),
          ],
          (w) => piecesSql(teradataPieces(c.t, format(c), c.pos), w),
        ),
      ),
    ),
  ),
  to_date: scalar("(varchar, varchar) -> date", (c) => typed(engine`CAST(${read(c)} AS DATE)`, DATE)),
  to_timestamp: scalar("(varchar, varchar) -> timestamp", (c) => typed(read(c), TIMESTAMP)),
  index: scalar("(varchar, varchar) -> bigint", "strpos($1, $2)"),
  char2hexint: scalar(
    "(varchar) -> varchar",
    "array_to_string(list_transform(string_split($1, ''), lambda c: lpad(hex(unicode(c)), 4, '0')), '')",
  ),
});

/** Sources: functions/math, functions/uuid, functions/session, functions/conversion, functions/binary, functions/aggregate. */
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
