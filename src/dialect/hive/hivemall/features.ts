// This folder: the Hivemall functions that published queries use.

import { type Typed, withType } from "../../analyze/typed.ts";
import { type CallContext, family, forms, scalar } from "../../functions/function-table.ts";
import { type SpecialForm, argumentsOf } from "../../functions/special-form.ts";
import type { Expr } from "../../parse/ast.ts";
import { arrayOf, DOUBLE, VARCHAR } from "../../types/type.ts";
import { commas, engine, lambda, literal, type Sql, caseOf } from "../../sql/tree.ts";
import { convertHive } from "../convert.ts";
import { hivemallOptions, wholeOption } from "./options.ts";

/** 2^24, the default number of hash values. */
const FEATURES = 16_777_216;

/** `name:value`, with the number in Hive's notation. */
const feature = (c: CallContext): Sql => {
  const [name, value] = c.args as [Typed, Typed];
  return engine`(${name.sql} || ':' || ${convertHive(c.t, value, VARCHAR, c.pos).sql})`;
};

const featureHashing = (c: CallContext): Sql => {
  const [features, optionText] = c.args as [Typed, Typed | undefined];
  const options = hivemallOptions(
    c.t,
    c.call.name,
    optionText,
    { flags: ["libsvm"], valued: ["features", "num_features"] },
    c.pos,
  );
  const count = wholeOption(
    c.t,
    "-features",
    options.get("features") ?? options.get("num_features"),
    FEATURES,
    c.pos,
  );
  if (count < 1) c.t.invalid("-features must be at least 1", c.pos);
  const libsvm = options.has("libsvm");
  const hashed = (f: Sql): Sql => engine`~hashed_feature(${f}, ${count}, ${literal(libsvm ? ":1" : "")})`;
  if (features.type.kind !== "array") return hashed(features.sql);
  const all = engine`list_transform(list_filter(${features.sql}, lambda f: f IS NOT NULL), ${lambda((f) => hashed(f))})`;
  return libsvm
    ? engine`list_transform(list_sort(list_transform(${all}, lambda f, i: struct_pack(n := ~feature_index(f), i := i, f := f))), lambda e: e['f'])`
    : all;
};

const byText = (write: (text: string) => string, result = "varchar") =>
  forms(
    scalar(`(varchar) -> ${result}`, write("$1")),
    scalar(`(array(varchar)) -> array(${result})`, `list_transform($1, lambda f: ${write("f")})`),
  );
const biased = (more: string, bias: string) =>
  scalar(
    `(array(varchar)${more}) -> array(varchar)`,
    `(CASE WHEN $1 IS NOT NULL THEN list_append($1, ${bias}) END)`,
  );
const rescaled = (value: string): string =>
  `CAST(CASE WHEN $2 > $3 OR $2 IS NULL OR $3 IS NULL THEN fail(INVALID_FUNCTION_ARGUMENT, 'rescale takes a least value below the largest', FLOAT) WHEN $2 = $3 THEN 0.5 ELSE greatest(0, least(1, (CAST(${value} AS FLOAT) - CAST($2 AS FLOAT)) / (CAST($3 AS FLOAT) - CAST($2 AS FLOAT)))) END AS FLOAT)`;

const hashOfWords = (count: string): string =>
  `CAST(CASE WHEN len($1) = 0 THEN 1 ELSE ~feature_hash(array_to_string(list_transform($1, lambda w: coalesce(w, 'null')), chr(9)), ${count}) END AS INTEGER)`;

export const features = family("Hivemall, feature engineering")`
-- treasure-boxes/machine-learning-box/gender_age_prediction
feature(name, value) → string | a feature name:value | feature('a', 1) --> "a:1"
  (varchar, N) -> varchar = ${feature}
-- treasure-boxes/machine-learning-box/kdd12track2
extract_feature(feature) → string | name of a feature, or of each in an array | extract_feature('a:2') --> "a"
  ${byText((f) => `~feature_name(${f})`)}
extract_weight(feature) → double | weight of a feature, or of each in an array | extract_weight('a:2') --> 2
  ${byText((f) => `~feature_weight(${f})`, "double")}
rescale(x, min, max) → float | x between 0 and 1; of a feature name:x too | rescale(2, 1, 5) --> 0.25
  (N, double, double) -> real = (CASE WHEN $1 IS NOT NULL THEN ${rescaled("$1")} END)
  (varchar, double, double) -> varchar = split_part($1, ':', 1) || ':' || ~float_text(${rescaled("~weight_of(split_part($1, ':', 2), $1)")})
feature_hashing(features[, options]) → array | names as numbers; options -features n, -libsvm | feature_hashing('a') --> "10526375"
  (varchar) -> varchar | (varchar, varchar) -> varchar | (array(varchar)) -> array(varchar) | (array(varchar), varchar) -> array(varchar) = ${featureHashing}
sigmoid(x) → float | 1 / (1 + exp(-x)) | sigmoid(0) --> 0.5
  (double) -> real = (CASE WHEN $1 IS NOT NULL THEN CAST(1 / (1 + exp(-greatest(-23, least(23, $1)))) AS FLOAT) END)
-- Hivemall's guide, getting_started/input-format
feature_index(feature) → string | name of a feature, or of each in an array | feature_index('5:1') --> 5
  ${byText((f) => `~whole_feature(${f})`, "integer")}
add_feature_index(array) → array | numbers as features 1:x, 2:y | add_feature_index(array(3.5, 2)) --> ["1:3.5","2:2.0"]
  (array(double)) -> array(varchar) = list_transform($1, lambda v, i: i || ':' || coalesce(~double_text(v), 'null'))
-- treasure-boxes/machine-learning-box/customer-lifetime-value
add_bias(features[, name[, value]]) → array | with the feature 0:1.0 at the end | add_bias(array('a:1')) --> ["a:1","0:1.0"]
  ${biased("", "'0:1.0'")}
  ${biased(", varchar", "$2 || ':1.0'")}
  ${biased(", varchar, double", "$2 || ':' || ~float_text($3)")}
-- treasure-boxes/machine-learning-box/ml_tips
zscore(x, mean, deviation) → float | standard score | zscore(5, 3, 2) --> 1
  (double, double, double) -> real = CAST(CASE WHEN $3 = 0 THEN 0 ELSE ($1 - $2) / $3 END AS FLOAT)
mhash(word[, n]) → int | MurmurHash3 from 1 to n, 16777216 unless said | mhash('a', 100) --> 7
  (varchar) -> integer = CAST(~feature_hash($1, ${FEATURES}) AS INTEGER)
  (varchar, integer) -> integer = CAST(~feature_hash($1, $2) AS INTEGER)
  (array(varchar)) -> integer = ${hashOfWords(`${FEATURES}`)}
  (array(varchar), integer) -> integer = ${hashOfWords("$2")}
-- Hivemall's guide, ft_engineering/scaling
l1_normalize(features) → array | weights by the sum of their absolute values | l1_normalize(array('a:1', 'b:3')) --> ["a:0.25","b:0.75"]
  (array(varchar)) -> array(varchar) = ~normalized_features($1, list_transform($1, lambda f: ~feature_weight(f)), coalesce(list_sum(list_transform($1, lambda f: abs(~feature_weight(f)))), 0))
l2_normalize(features) → array | weights by the length of the vector | l2_normalize(array('a:3','b:4')) --> ["a:0.6","b:0.8"]
  (array(varchar)) -> array(varchar) = ~normalized_features($1, list_transform($1, lambda f: ~feature_weight(f)), sqrt(coalesce(list_sum(list_transform($1, lambda f: pow(~feature_weight(f), 2))), 0)))
`;

/** Feature names, given as literals; null for others. */
function namesOf(expr: Expr | undefined): string[] | null {
  const items = expr?.kind === "call" && expr.name === "array" ? expr.args : [];
  const names = items.flatMap((item) =>
    item.kind === "string" && !item.value.includes(":") ? [item.value] : [],
  );
  return names.length > 0 && names.length === items.length ? names : null;
}

/** `name(array('a', 'b'), value, value[, options])`: a list with one feature per value. */
const named =
  (
    flags: readonly string[],
    write: (name: string, value: Typed, options: ReadonlyMap<string, string>, text: Sql) => Sql,
  ): SpecialForm =>
  (t, call, scope) => {
    const args = argumentsOf(t, call, scope, 2, Infinity);
    const names =
      namesOf(call.args[0]) ??
      t.unsupported(`${call.name} with names that are not an array of literals without colons`, call.pos);
    const values = args.slice(1, 1 + names.length);
    if (args.length - 1 !== names.length && args.length - 2 !== names.length)
      t.invalid(`${call.name} has ${names.length} names and ${args.length - 1} values`, call.pos);
    const options = hivemallOptions(t, call.name, args[1 + names.length], { flags }, call.pos);
    const list = values.map((value, i) =>
      write(names[i]!, value, options, convertHive(t, value, VARCHAR, call.args[i + 1]!.pos).sql),
    );
    const all = engine`[${commas(list)}]`;
    const kept = ["emit_null", "no_elim", "no_elimination"].some((one) => options.has(one))
      ? all
      : engine`list_filter(${all}, lambda f: f IS NOT NULL)`;
    return withType(kept, arrayOf(VARCHAR), values);
  };

const categorical = named(
  ["no_elim", "no_elimination", "emit_null", "force_value"],
  (name, _, options, text) => {
    const forced = options.has("force_value") || options.has("no_elim") || options.has("no_elimination");
    return engine`CASE WHEN ${text} <> '' THEN ${literal(`${name}#`)} || ${text} || ${literal(forced ? ":1" : "")} END`;
  },
);

const quantitative: SpecialForm = (t, call, scope) =>
  named(["emit_null"], (name, value, options) => {
    const number = convertHive(t, value, DOUBLE, call.pos).sql;
    const zero = [engine`${number} = 0`, literal(`${name}:0`)] as const;
    return caseOf([
      [engine`${number} <> 0`, engine`${literal(`${name}:`)} || ~double_text(${number})`],
      ...(options.has("emit_null") ? [zero] : []),
    ]);
  })(t, call, scope);

export const featureForms = family("Hivemall, feature engineering")`
-- treasure-boxes/machine-learning-box/kdd12track2
categorical_features(names, value, …[, options]) → array | features such as name#value | categorical_features(array('a'), 'x') --> ["a#x"]
  ${categorical}
quantitative_features(names, value, …[, options]) → array | features such as name:1.5 | quantitative_features(array('a', 'b'), 1.5, 2) --> ["a:1.5","b:2.0"]
  ${quantitative}
`;
