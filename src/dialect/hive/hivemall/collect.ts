import { type Typed, withType } from "../../analyze/typed.ts";
import { type CallContext, aggregate, family } from "../../functions/function-table.ts";
import { arrayOf, mapOf } from "../../types/type.ts";
import { engine, type Sql } from "../../sql/tree.ts";
import { hivemallOptions, wholeOption } from "./options.ts";

/** Key-value entries sorted by key. */
const sorted = (c: CallContext, key: Sql, value: Sql, descending: boolean): Sql =>
  engine`list_sort(${rowsWithKeys(c, key, value)}, ${descending ? engine`'DESC'` : engine`'ASC'`})`;
const rowsWithKeys = (c: CallContext, key: Sql, value: Sql): Sql => {
  const all = c.aggregate("list", [
    engine`CASE WHEN ${key} IS NOT NULL THEN struct_pack(k := ${key}, v := ${value}) END`,
  ]);
  return engine`list_filter(${all}, lambda e: e IS NOT NULL)`;
};

const mapOfEntries = (entries: Sql): Sql =>
  engine`list_transform([${entries}], lambda es: ~hive_map(list_transform(es, lambda e: e['k']), list_transform(es, lambda e: e['v'])))[1]`;
const mapOfRows = (c: CallContext, key: Sql, value: Sql): Sql => mapOfEntries(rowsWithKeys(c, key, value));
const flipped = (entries: Sql): Sql =>
  engine`list_transform(${entries}, lambda e: struct_pack(k := e['v'], v := e['k']))`;

/** `-k 3` keeps the three largest keys, `-k -3` the three smallest. */
const orderedList = (c: CallContext): Typed => {
  const options = c.args.at(-1)!;
  const defaultOptions =
    typeof options.constant === "string" && /^\s*-/.test(options.constant) ? options : undefined;
  const [value, by] = defaultOptions === undefined ? c.args : c.args.slice(0, -1);
  const read = hivemallOptions(
    c.t,
    c.call.name,
    defaultOptions,
    { flags: ["reverse", "reverse_order", "kv", "kv_map", "vk", "vk_map", "dedup"], valued: ["k"] },
    c.pos,
  );
  const k = wholeOption(c.t, "-k", read.get("k"), 0, c.pos);
  if (read.has("k") && k === 0) c.t.invalid("-k must not be 0", c.pos);
  const reverse = read.has("reverse") || read.has("reverse_order");
  const key = by ?? value!;
  const keyValue = read.has("kv") || read.has("kv_map");
  const valueKey = read.has("vk") || read.has("vk_map");
  if ((keyValue || valueKey) && by === undefined)
    c.t.invalid(`${c.call.name} makes a map of values with keys only`, c.pos);
  const all = sorted(c, key.sql, value!.sql, k > 0 ? !reverse : reverse);
  const present = engine`list_filter(${all}, lambda e: e['v'] IS NOT NULL)`;
  const distinct = read.has("dedup") ? engine`~distinct_in_order(${present})` : present;
  const entries = k === 0 ? distinct : engine`${distinct}[1:${Math.abs(k)}]`;
  if (keyValue) return withType(mapOfEntries(entries), mapOf(key.type, value!.type));
  if (valueKey) return withType(mapOfEntries(flipped(entries)), mapOf(value!.type, key.type));
  return withType(engine`list_transform(${entries}, lambda e: e['v'])`, arrayOf(value!.type));
};

/** The third argument is true for descending keys, or a number as in `to_ordered_list`. */
const orderedMap = (c: CallContext): Sql => {
  const [key, value, size] = c.args as [Typed, Typed, Typed | undefined];
  const how = size === undefined ? false : size.constant;
  if (typeof how !== "boolean" && typeof how !== "number")
    return c.t.unsupported(`${c.call.name} with a third argument that is not a literal`, c.pos);
  if (how === 0) c.t.invalid("the size of the map must not be 0", c.pos);
  const descending = typeof how === "boolean" ? how : how > 0;
  const direction = descending ? engine`'DESC'` : engine`'ASC'`;
  // Of equal keys the last row's value stays: the map is sorted, not the rows.
  const entries = engine`map_from_entries(list_sort(map_entries(${mapOfRows(c, key.sql, value.sql)}), ${direction}))`;
  return typeof how === "boolean"
    ? entries
    : engine`map_from_entries(map_entries(${entries})[1:${Math.abs(how)}])`;
};

/** Forms with one to six columns: the row with the largest first column. */
const maxRow = [0, 1, 2, 3, 4, 5].flatMap((i) => {
  const names = ["O", ..."ABCDF".slice(0, i)];
  const fields = names.map((name, n) => `col${n} ${name}`).join(", ");
  const values = names.map((_, n) => `col${n} := $${n + 1}`).join(", ");
  return aggregate(`(${names.join(", ")}) -> row(${fields})`, `@arg_max(struct_pack(${values}), $1)`);
});

/** Row numbers, in any order. */
const numbered = (write: (n: Sql) => Sql, type: Typed["type"]) => (): Typed => ({
  ...withType(write(engine`row_number() OVER ()`), type),
  aggregate: true,
});

const mapOfArguments = (c: CallContext) => mapOfRows(c, c.args[0]!.sql, c.args[1]!.sql);

const rowName = numbered((n) => engine`('1-' || ${n})`, { kind: "varchar", length: null });

const rowNumber = numbered((n) => engine`CAST(${n} || '0001' AS BIGINT)`, { kind: "bigint" });

export const collect = family("Hivemall, generic functions: aggregates and rows")`
-- treasure-boxes/machine-learning-box/recommendation
aggregate to_map(key, value) → map | of the group's keys and values | select to_map(y, x) from (select stack(2, 'b', 2, 'a', 1) as (x, y)) t --> [[{"1":"a","2":"b"}]]
  (K, V) -> map(K, V) = ${mapOfArguments}
aggregate to_ordered_map(key, value[, reverse or n]) → map | sorted by key; the n largest, or with a negative n smallest | select to_ordered_map(y, x) from (select stack(2, 'b', 2, 'a', 1) as (x, y)) t --> [[{"1":"a","2":"b"}]]
  (O, V) -> map(O, V) | (O, V, boolean/integer) -> map(O, V) = ${orderedMap}
aggregate l2_norm(x) → double | root of the sum of squares | select l2_norm(x) from (select stack(2, 3.0D, 4.0D) as x) t --> [[5]]
  (double) -> double = coalesce(sqrt(@sum($1 * $1)), 0.0)
-- treasure-boxes/machine-learning-box/gender_age_prediction
aggregate to_ordered_list(x[, key][, options]) → array | sorted; options -k n, -reverse, -dedup, -kv_map, -vk_map | select to_ordered_list(x, y) from (select stack(2, 'b', 2, 'a', 1) as (x, y)) t --> [[["a","b"]]]
  (V) -> array(V) | (V, O) -> array(V) | (V, O, varchar) -> array(V) = ${orderedList}
-- Presto's, in Hivemall too
aggregate max_by(x, y) → same as x | x of the row with the largest y | select max_by(x, y) from (select stack(2, 'a', 1, 'b', 2) as (x, y)) t --> [["b"]]
  (T, O) -> T = @arg_max($1, $2)
aggregate min_by(x, y) → same as x | x of the row with the smallest y | select min_by(x, y) from (select stack(2, 'a', 1, 'b', 2) as (x, y)) t --> [["a"]]
  (T, O) -> T = @arg_min($1, $2)
-- Hivemall's guide, multiclass/news20_scw
maxrow(x[, value, …]) → struct | x and the values of the row with the largest x | select maxrow(y, x) from (select stack(2, 'a', 1, 'b', 2) as (x, y)) t --> [[{"col0":2,"col1":"b"}]]
  ${maxRow}
-- Hivemall's guide, multiclass/iris_xgboost
aggregate majority_vote(x) → same as x | most frequent value | select majority_vote(x) from (select stack(3, 'a', 'b', 'b') as x) t --> [["b"]]
  (T) -> T = @mode($1)
-- Hivemall's guide, misc/approx
aggregate approx_count_distinct(x[, options]) → bigint | number of distinct values | select approx_count_distinct(x) from (select stack(3, 1, 2, 2) as x) t --> [[2]]
  (T) -> bigint | (T, varchar) -> bigint = CAST(@count(DISTINCT $1) AS BIGINT)
-- treasure-boxes/machine-learning-box/topic-modeling
aggregate tf(word) → map | share of each word in the group | select tf(x)['b'] from (select stack(4, 'a', 'b', 'b', 'c') as x) t --> [[0.5]]
  (varchar) -> map(varchar, real) = ~term_frequencies(@histogram($1))
-- treasure-boxes/machine-learning-box/kdd12track2
rowid() → string | a number of the row such as 1-7 | select rowid(), id from users order by id limit 1 --> [["1-1",1]]
  () -> varchar = ${rowName}
-- Hivemall's guide, tips/rowid
rownum() → bigint | a number of the row | select rownum(), id from users order by id limit 1 --> [[10001,1]]
  () -> bigint = ${rowNumber}
`;
