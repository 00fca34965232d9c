import { bindOnce } from "../../analyze/bind-once.ts";
import { fieldAt } from "../../analyze/expressions/row-value.ts";
import { sqlOf, withType, type Typed } from "../../analyze/typed.ts";
import { engineType } from "../../types/engine-type.ts";
import type { Type } from "../../types/type.ts";
import { type CallContext, family } from "../../functions/function-table.ts";
import {
  anyNull,
  noneNull,
  commas,
  engine,
  type Lambda,
  lambda,
  lambdaOf,
  letIn,
  overEntry,
  type Sql,
  type Variable,
} from "../../sql/tree.ts";

/** Variables and body of a lambda over key and value. */
const parts = (lambda: Typed): { key: Variable; value: Variable; body: Sql } => {
  const { detail: parameters, parts: [body] } = lambda.sql as Lambda; // prettier-ignore
  const [key, value] = parameters as readonly [Variable, Variable];
  return { key, value, body };
};

const entries = (c: CallContext): Sql => engine`map_entries(${c.args[0]!.sql})`;
const rebuild = (list: Sql, c: CallContext): Sql =>
  engine`CAST(map_from_entries(${list}) AS ${engineType(c.result)})`;

const filter = (c: CallContext): Sql => {
  const { key, value, body } = parts(c.args[1]!);
  return rebuild(engine`list_filter(${entries(c)}, ${overEntry(key, value, body)})`, c);
};

const transformed =
  (of: "key" | "value") =>
  (c: CallContext): Sql => {
    const { key, value, body } = parts(c.args[1]!);
    const entry = overEntry(
      key,
      value,
      of === "key"
        ? engine`struct_pack(k := ${body}, v := ${value})`
        : engine`struct_pack(k := ${key}, v := ${body})`,
    );
    return rebuild(engine`list_transform(${entries(c)}, ${entry})`, c);
  };

/** Fails for keys of which one is null, or two are equal. */
const keyFailure = (c: CallContext, keys: Sql): Sql =>
  c.failing(
    engine`CASE WHEN ~list_has_null(${keys}) THEN 'map key cannot be null' ELSE 'Duplicate map keys are not allowed' END`,
  );

const fromArrays = (c: CallContext): Sql => {
  const [keys, values] = c.args as [Typed, Typed];
  const failure = c.failing("Key and value arrays must be the same length");
  return bindOnce(
    [keys, values],
    (ks, vs) =>
      engine`(CASE WHEN len(${ks}) <> len(${vs}) THEN ${failure} WHEN len(list_distinct(${ks})) <> len(${ks}) THEN ${keyFailure(c, ks)} ELSE map(${ks}, ${vs}) END)`,
  );
};

/** A field of a row of the argument, an array of rows. */
const entryField = (c: CallContext, entry: Sql, index: number): Typed => {
  const { element } = c.args[0]!.type as Extract<Type, { kind: "array" }>;
  return fieldAt(withType(entry, element), index);
};

const fromEntries = (c: CallContext): Sql =>
  bindOnce([c.args[0]!], (list) => {
    const keys = engine`list_transform(${list}, ${lambda((e) => entryField(c, e, 0).sql)})`;
    return engine`(CASE WHEN len(list_distinct(${keys})) <> len(${list}) THEN ${keyFailure(c, keys)} ELSE map_from_entries(${list}) END)`;
  });

const multimapFromEntries = (c: CallContext): Sql => {
  const toEntry = lambda((e) => {
    const key = entryField(c, e, 0);
    const noKey = c.failing("map key cannot be null", key.type);
    return engine`struct_pack(k := CASE WHEN ${key.sql} IS NULL THEN ${noKey} ELSE ${key.sql} END, v := ${entryField(c, e, 1).sql})`;
  });
  return engine`~multimap_of(list_transform(${c.args[0]!.sql}, ${toEntry}))`;
};

const concat = (c: CallContext): Sql => {
  const all = commas(c.args.map((arg) => engine`map_entries(${arg.sql})`));
  return engine`(CASE WHEN ${anyNull(sqlOf(c.args))} THEN NULL ELSE ~map_of_last(list_concat(${all})) END)`;
};

const zipWith = (c: CallContext): Sql => {
  const [a, b, of] = c.args as [Typed, Typed, Typed];
  const { detail: parameters, parts: [body] } = of.sql as Lambda; // prettier-ignore
  const [key, first, second] = parameters as readonly [Variable, Variable, Variable];
  const values = letIn([engine`${a.sql}[${key}]`, engine`${b.sql}[${key}]`], [first, second], body);
  const ofKeys = lambda((keys) => engine`map(${keys}, list_transform(${keys}, ${lambdaOf([key], values)}))`);
  return engine`(CASE WHEN ${noneNull([a.sql, b.sql])} THEN list_transform([~distinct_in_order(list_concat(map_keys(${a.sql}), map_keys(${b.sql})))], ${ofKeys})[1] END)`;
};

export const maps = family("functions/map")`
map([keys, values]) → map | from two arrays | map(array['a', 'b'], array[1, 2]) --> {"a":1,"b":2}
  () -> map(unknown, unknown) = map()
  (array(K), array(V)) -> map(K, V) = ${fromArrays}
map_from_entries(array of rows) → map | from pairs | map_from_entries(array[(1,'x'),(2,'y')]) --> {"1":"x","2":"y"}
  (array(row(K, V))) -> map(K, V) = ${fromEntries}
multimap_from_entries(array of rows) → map | values by key, as arrays | multimap_from_entries(array[(1,'x'),(2,'y'),(1,'z')]) --> {"1":["x","z"],"2":["y"]}
  (array(row(K, V))) -> map(K, array(V)) = ${multimapFromEntries}
map_entries(map) → array of rows | its pairs | map_entries(map(array[1,2], array['x','y'])) --> [[1,"x"],[2,"y"]]
  (map(K, V)) -> array(row(K, V)) = list_transform(map_entries($1), lambda e: struct_pack(field0 := e['key'], field1 := e['value']))
map_concat(x, y, …) → map | together; the last of equal keys counts | map_concat(map(array[1],array['a']), map(array[1,2],array['b','c'])) --> {"1":"b","2":"c"}
  (map(K, V), map(K, V), map(K, V)...) -> map(K, V) = ${concat}
map_filter(map, (k, v) -> boolean) → map | pairs that match | map_filter(map(array['a','b'],array[1,2]), (k, v) -> v > 1) --> {"b":2}
  (map(K, V), (K, V) => boolean) -> map(K, V) = ${filter}
map_keys(map) → array | its keys | map_keys(map(array['a','b'],array[1,2])) --> ["a","b"]
  (map(K, V)) -> array(K) = map_keys($1)
map_values(map) → array | its values | map_values(map(array['a','b'],array[1,2])) --> [1,2]
  (map(K, V)) -> array(V) = map_values($1)
map_zip_with(x, y, (k, a, b) -> c) → map | values of equal keys made one | map_zip_with(map(array[1,2,3],array['a','b','c']), map(array[1,2,3],array['d','e','f']), (k,v1,v2) -> concat(v1,v2)) --> {"1":"ad","2":"be","3":"cf"}
  (map(K, A), map(K, B), (K, A, B) => C) -> map(K, C) = ${zipWith}
transform_keys(map, (k, v) -> y) → map | with other keys | transform_keys(map(array[1,2],array['a','b']), (k,v) -> k + 1) --> {"2":"a","3":"b"}
  (map(K, V), (K, V) => U) -> map(U, V) = ${transformed("key")}
transform_values(map, (k, v) -> y) → map | with other values | transform_values(map(array['k'], array[1]), (k, v) -> v + 1) --> {"k":2}
  (map(K, V), (K, V) => U) -> map(K, U) = ${transformed("value")}
`;
