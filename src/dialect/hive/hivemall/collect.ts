import { type Typed, typed } from "../../analyze/typed.ts";
import { type CallContext, aggregate, family, scalar } from "../../functions/function-table.ts";
import { sessionize } from "../../td/sessionize.ts";
import { arrayOf, mapOf } from "../../types/type.ts";
import { engine, type Sql, word } from "../../sql/tree.ts";
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
  const given = typeof options.constant === "string" && /^\s*-/.test(options.constant) ? options : undefined;
  const [value, by] = given === undefined ? c.args : c.args.slice(0, -1);
  const read = hivemallOptions(
    c.t,
    c.call.name,
    given,
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
  if (keyValue) return typed(mapOfEntries(entries), mapOf(key.type, value!.type));
  if (valueKey) return typed(mapOfEntries(flipped(entries)), mapOf(value!.type, key.type));
  return typed(engine`list_transform(${entries}, lambda e: e['v'])`, arrayOf(value!.type));
};

/** The third argument is true for descending keys, or a number as in `to_ordered_list`. */
const orderedMap = (c: CallContext): Sql => {
  const [key, value, given] = c.args as [Typed, Typed, Typed | undefined];
  const how = given === undefined ? false : given.constant;
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
const maxRow = Array.from({ length: 6 }, (_, i) => {
  const names = ["O", ..."ABCDF".slice(0, i)];
  const fields = names.map((name, n) => `col${n} ${name}`).join(", ");
  const values = names.map((_, n) => `col${n} := $${n + 1}`).join(", ");
  return aggregate(`(${names.join(", ")}) -> row(${fields})`, `@arg_max(struct_pack(${values}), $1)`);
});

/** Row numbers, in any order. */
const numbered = (write: (n: Sql) => Sql, type: Typed["type"]) => (): Typed => ({
  ...typed(write(word("row_number() OVER ()")), type),
  aggregate: true,
});

export const collect = family("Hivemall, generic functions: aggregates and rows", {
  to_map: aggregate("(K, V) -> map(K, V)", (c) => mapOfRows(c, c.args[0]!.sql, c.args[1]!.sql)),
  to_ordered_map: aggregate("(O, V) -> map(O, V) | (O, V, boolean/integer) -> map(O, V)", orderedMap),
  to_ordered_list: aggregate(
    "(V) -> array(V) | (V, O) -> array(V) | (V, O, varchar) -> array(V)",
    orderedList,
  ),
  max_by: aggregate("(T, O) -> T", "@arg_max($1, $2)"),
  min_by: aggregate("(T, O) -> T", "@arg_min($1, $2)"),
  maxrow: maxRow.flat(),
  majority_vote: aggregate("(T) -> T", "@mode($1)"),
  l2_norm: aggregate("(double) -> double", "coalesce(sqrt(@sum($1 * $1)), 0.0)"),
  approx_count_distinct: aggregate(
    "(T) -> bigint | (T, varchar) -> bigint",
    "CAST(@count(DISTINCT $1) AS BIGINT)",
  ),
  tf: aggregate("(varchar) -> map(varchar, real)", "~term_frequencies(@histogram($1))"),
  rowid: scalar(
    "() -> varchar",
    numbered((n) => engine`('1-' || ${n})`, { kind: "varchar", length: null }),
  ),
  rownum: scalar(
    "() -> bigint",
    numbered((n) => engine`CAST(${n} || '0001' AS BIGINT)`, { kind: "bigint" }),
  ),
  sessionize: scalar("(bigint, bigint, varchar) -> varchar", sessionize),
});
