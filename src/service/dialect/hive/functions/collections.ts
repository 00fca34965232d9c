import { family, forms, scalar } from "../../functions/function-table.ts";
import { typed } from "../../analyze/typed.ts";
import { VARCHAR } from "../../types/type.ts";
import { convertHive } from "../convert.ts";

const hash = scalar("(T...) -> integer", (c) => {
  const parts = c.args.map((arg) => {
    const { kind } = arg.type;
    if (kind === "varchar") return `svc_java_hash(${arg.sql})`;
    if (kind === "integer" || kind === "smallint" || kind === "tinyint") return `CAST(${arg.sql} AS BIGINT)`;
    if (kind === "bigint") return `svc_long_hash(${arg.sql})`;
    if (kind === "boolean") return `CAST(${arg.sql} AS BIGINT)`;
    return c.t.unsupported(`hash of ${c.t.typeName(arg.type)}`, c.pos);
  });
  return `svc_combine_hash([${parts.map((part) => `coalesce(${part}, 0)::BIGINT`).join(", ")}])`;
});

export const collections = family("LanguageManual UDF, Collection Functions", {
  size: forms(
    scalar("(array(T)) -> integer", "CAST(coalesce(len($1), -1) AS INTEGER)"),
    scalar("(map(K, V)) -> integer", "CAST(coalesce(cardinality($1), -1) AS INTEGER)"),
  ),
  map_keys: scalar("(map(K, V)) -> array(K)", "map_keys($1)"),
  map_values: scalar("(map(K, V)) -> array(V)", "map_values($1)"),
  array_contains: scalar("(array(T), T) -> boolean", "coalesce(list_contains($1, $2), FALSE)"),
  sort_array: forms(
    scalar("(array(T)) -> array(T)", "list_sort($1, 'ASC', 'NULLS FIRST')"),
    scalar(
      "(array(T), boolean) -> array(T)",
      "(CASE WHEN $2 THEN list_sort($1, 'ASC', 'NULLS FIRST') ELSE list_sort($1, 'DESC', 'NULLS LAST') END)",
    ),
  ),
  sort_array_by: scalar("(array(row), varchar...) -> array(row)", (c) =>
    c.t.unsupported("the function sort_array_by", c.pos),
  ),
  array_min: scalar("(array(T)) -> T", "list_min($1)"),
  array_max: scalar("(array(T)) -> T", "list_max($1)"),
  array_distinct: scalar("(array(T)) -> array(T)", "~distinct_in_order($1)"),
  array_join: scalar("(array(varchar), varchar) -> varchar", "array_to_string($1, $2)"),
  array_slice: scalar("(array(T), bigint, bigint) -> array(T)", "$1[$2 + 1:$2 + $3]"),
  array_union: scalar("(array(T), array(T)) -> array(T)", "~distinct_in_order(list_concat($1, $2))"),
  array_except: scalar(
    "(array(T), array(T)) -> array(T)",
    "list_filter(~distinct_in_order($1), lambda e: NOT ~list_holds($2, e))",
  ),
  array_intersect: scalar(
    "(array(T), array(T)) -> array(T)",
    "list_filter(~distinct_in_order($1), lambda e: ~list_holds($2, e))",
  ),
  assert_true: scalar(
    "(boolean) -> boolean",
    (c) =>
      `(CASE WHEN ${c.args[0]!.sql} THEN CAST(NULL AS BOOLEAN) ELSE ${c.t.failing("GENERIC_USER_ERROR", "ASSERT_TRUE(): assertion failed.", c.pos, `assert ${c.args[0]!.sql}`, "BOOLEAN")} END)`,
  ),
  hash,
  string: scalar("(T) -> varchar", (c) => typed(convertHive(c.t, c.args[0]!, VARCHAR, c.pos).sql, VARCHAR)),
  binary: scalar("(varchar) -> varbinary", "encode($1)"),
  isnan: scalar("(double) -> boolean", "isnan($1)"),
  istrue: scalar("(boolean) -> boolean", "($1 IS TRUE)"),
  isfalse: scalar("(boolean) -> boolean", "($1 IS FALSE)"),
  isnottrue: scalar("(boolean) -> boolean", "($1 IS NOT TRUE)"),
  isnotfalse: scalar("(boolean) -> boolean", "($1 IS NOT FALSE)"),
  nvl2: scalar("(T, R, R) -> R", "(CASE WHEN $1 IS NOT NULL THEN $2 ELSE $3 END)"),
  current_database: scalar("() -> varchar", (c) => `'${c.t.options.database.replaceAll("'", "''")}'`),
  uuid: scalar("() -> varchar", "CAST(uuid() AS VARCHAR)"),
});
