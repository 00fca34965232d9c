import { bindOnce } from "../../analyze/bind-once.ts";
import type { Typed } from "../../analyze/typed.ts";
import { quoteName } from "../../quote.ts";
import { engineFieldName, engineType } from "../../types/engine-type.ts";
import type { CallContext } from "../../functions/function-table.ts";
import { family, forms, scalar } from "../../functions/function-table.ts";
import { lambdaParts } from "../../functions/lambda-parts.ts";

/** A lambda over key and value, as one over the map's entry. */
const overEntry = (lambda: Typed): { name: string; body: string } => {
  const { names, body } = lambdaParts(lambda.sql);
  const name = `${names[0]!}_e`;
  const swap = (sql: string, from: string, to: string): string =>
    sql.replaceAll(new RegExp(`\\b${from}\\b`, "g"), to);
  return { name, body: swap(swap(body, names[0]!, `${name}.key`), names[1]!, `${name}.value`) };
};
const entries = (c: CallContext): string => `map_entries(${c.args[0]!.sql})`;
const rebuild = (list: string, engine: string): string => `CAST(map_from_entries(${list}) AS ${engine})`;

const filter = (c: CallContext): string => {
  const { name, body } = overEntry(c.args[1]!);
  return rebuild(`list_filter(${entries(c)}, lambda ${name}: ${body})`, engineType(c.result));
};
const transformed =
  (key: (n: string, body: string) => string, value: (n: string, body: string) => string) =>
  (c: CallContext): string => {
    const { name, body } = overEntry(c.args[1]!);
    return rebuild(
      `list_transform(${entries(c)}, lambda ${name}: struct_pack(k := ${key(name, body)}, v := ${value(name, body)}))`,
      engineType(c.result),
    );
  };

const fromArrays = (c: CallContext): string => {
  const [keys, values] = c.args as [Typed, Typed];
  const failure = (message: string): string =>
    c.t.failing(
      "INVALID_FUNCTION_ARGUMENT",
      message,
      c.pos,
      `map ${keys.sql} ${message}`,
      engineType(c.result),
    );
  return bindOnce(
    [keys, values],
    (ks, vs) =>
      `(CASE WHEN len(${ks}) <> len(${vs}) THEN ${failure("Key and value arrays must be the same length")} WHEN len(list_distinct(${ks})) <> len(${ks}) THEN ${failure("Duplicate map keys are not allowed")} ELSE map(${ks}, ${vs}) END)`,
  );
};

const fromEntries = (c: CallContext): string => {
  const { type } = c.args[0]!;
  const row = type.kind === "array" ? type.element : type;
  if (row.kind !== "row" || row.fields.length !== 2)
    return c.t.mismatch("map_from_entries takes an array of rows with two fields", c.pos);
  const failure = c.t.failing(
    "INVALID_FUNCTION_ARGUMENT",
    "Duplicate map keys are not allowed",
    c.pos,
    `map_from_entries ${c.args[0]!.sql}`,
    engineType(c.result),
  );
  return bindOnce([c.args[0]!], (list) =>
    `(CASE WHEN len(list_distinct(list_transform(${list}, lambda e: e[1]))) <> len(${list}) THEN ${failure} ELSE map_from_entries(${list}) END)`.replace(
      "e[1]",
      `e.${quoteName(engineFieldName(row.fields, 0))}`,
    ),
  );
};

const multimapFromEntries = (c: CallContext): string => {
  const { type } = c.args[0]!;
  const row = type.kind === "array" ? type.element : type;
  const field = (i: number): string =>
    row.kind === "row" ? `e.${quoteName(engineFieldName(row.fields, i))}` : "e";
  return `"svc-lib".main.multimap_of(list_transform(${c.args[0]!.sql}, lambda e: struct_pack(k := ${field(0)}, v := ${field(1)})))`;
};

const concat = (c: CallContext): string => {
  const all = c.args.map((arg) => `map_entries(${arg.sql})`).join(", ");
  return `(CASE WHEN ${c.args.map((arg) => `${arg.sql} IS NULL`).join(" OR ")} THEN NULL ELSE "svc-lib".main.map_of_last(list_concat(${all})) END)`;
};

const zipWith = (c: CallContext): string => {
  const [a, b] = c.args as [Typed, Typed];
  const { names, body } = lambdaParts(c.args[2]!.sql);
  const swap = (sql: string, from: string, to: string): string =>
    sql.replaceAll(new RegExp(`\\b${from}\\b`, "g"), to);
  const key = `${names[0]!}_k`;
  const inner = swap(
    swap(swap(body, names[1]!, `${a.sql}[${key}]`), names[2]!, `${b.sql}[${key}]`),
    names[0]!,
    key,
  );
  return `list_transform(["svc-lib".main.distinct_in_order(list_concat(map_keys(${a.sql}), map_keys(${b.sql})))], lambda ${names[0]!}_all: map(${names[0]!}_all, list_transform(${names[0]!}_all, lambda ${key}: ${inner})))[1]`;
};

export const maps = family("functions/map", {
  map: forms(
    scalar("() -> map(unknown, unknown)", "MAP {}"),
    scalar("(array(K), array(V)) -> map(K, V)", fromArrays),
  ),
  map_from_entries: scalar("(array(row(K, V))) -> map(K, V)", fromEntries),
  multimap_from_entries: scalar("(array(row(K, V))) -> map(K, array(V))", multimapFromEntries),
  map_entries: scalar(
    "(map(K, V)) -> array(row(K, V))",
    "list_transform(map_entries($1), lambda e: struct_pack(field0 := e.key, field1 := e.value))",
  ),
  map_concat: scalar("(map(K, V)...) -> map(K, V)", concat),
  map_filter: scalar("(map(K, V), (K, V) => boolean) -> map(K, V)", filter),
  map_keys: scalar("(map(K, V)) -> array(K)", "map_keys($1)"),
  map_values: scalar("(map(K, V)) -> array(V)", "map_values($1)"),
  map_zip_with: scalar("(map(K, A), map(K, B), (K, A, B) => C) -> map(K, C)", zipWith),
  transform_keys: scalar(
    "(map(K, V), (K, V) => U) -> map(U, V)",
    transformed(
      (_, body) => body,
      (n) => `${n}.value`,
    ),
  ),
  transform_values: scalar(
    "(map(K, V), (K, V) => U) -> map(K, U)",
    transformed(
      (n) => `${n}.key`,
      (_, body) => body,
    ),
  ),
});
