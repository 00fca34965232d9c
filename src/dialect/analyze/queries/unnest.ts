import type { RelationOf } from "../../parse/ast.ts";
import { fieldOfEach } from "../expressions/row-value.ts";
import { BIGINT, isInteger, type Type, arrayOf } from "../../types/type.ts";
import type { From } from "./analyzed-query.ts";
import { named, unnestEach } from "./from.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import { bindOnce } from "../bind-once.ts";
import { withType, type Typed } from "../typed.ts";
import { columnAt, columnNames, commas, engine, type Sql, relationName } from "../../sql/tree.ts";

/** UNNEST of arrays, maps and arrays of rows, side by side; shorter ones are padded with nulls. Source: sql/select, "UNNEST". */
export function analyzeUnnest(t: Translation, relation: RelationOf<"unnest">, scope: Scope): From {
  const values = relation.args.map((arg) => t.expression(arg, scope));
  const columns = values.flatMap((value, i) => unnestedColumns(t, value, relation.args[i]!.pos));
  const lists = columns.map((column) => column.sql);
  if (relation.ordinality) {
    const lengths = values.map(
      (value) =>
        engine`coalesce(${value.type.kind === "map" ? engine`cardinality` : engine`len`}(${value.sql}), 0)`,
    );
    lists.push(engine`generate_series(1, CAST(greatest(${commas(lengths)}) AS BIGINT))`);
  }
  const all = [
    ...columns.map(({ name, type }, i) => ({
      name: name ?? `_col${i}`,
      type,
      anonymous: name === null,
    })),
    ...(relation.ordinality ? [{ name: `_col${columns.length}`, type: BIGINT, anonymous: true }] : []),
  ];
  // A lateral subquery can't read columns beside `unnest` of an outer column in the engine, only beside that of a column of its own.
  const own = t.alias("l");
  const each = unnestEach(lists.map((_, i) => columnAt(own, i)));
  const rows = engine`(SELECT ${commas(each)} FROM (SELECT ${commas(lists)}) AS ${relationName(own)}(${commas(columnNames(lists))}))`;
  return { ...named(t, "u", rows, all), unnested: lists };
}

function unnestedColumns(
  t: Translation,
  value: Typed,
  pos: number,
): { name: string | null; type: Type; sql: Sql }[] {
  const { type, sql } = value;
  if (type.kind === "map")
    return [
      { name: null, type: type.key, sql: engine`map_keys(${sql})` },
      { name: null, type: type.value, sql: engine`map_values(${sql})` },
    ];
  if (type.kind !== "array") return t.invalid(`cannot unnest type: ${t.typeName(type)}`, pos);
  const { element } = type;
  if (element.kind !== "row")
    return [
      {
        name: null,
        type: element,
        sql: element.kind === "unknown" ? engine`CAST(${sql} AS INTEGER[])` : sql,
      },
    ];
  return element.fields.map((field, i) => ({
    name: field.name,
    type: field.type,
    sql: fieldOfEach(sql, element.fields, i),
  }));
}

/** TABLE(sequence(start, stop, step)), the only table function. */
export function analyzeSequence(t: Translation, relation: RelationOf<"tableFunction">, scope: Scope): From {
  const { pos } = relation;
  if (relation.name !== "sequence") return t.unsupported(`the table function ${relation.name}`, pos);
  const args = new Map<string, Typed>();
  const names = ["start", "stop", "step"];
  for (const [i, { name, value }] of relation.args.entries()) {
    const key = name === null ? names[i] : names.find((one) => one === name.text.toLowerCase());
    const arg = t.expression(value, scope);
    if (key === undefined || args.has(key) || !isInteger(arg.type))
      t.invalid("sequence takes start, stop and step as integers", value.pos);
    args.set(key, arg);
  }
  const stop = args.get("stop") ?? t.invalid("sequence takes a stop", pos);
  const bounds = [args.get("start")?.sql ?? engine`0`, stop.sql, args.get("step")?.sql ?? engine`1`];
  const rows = bindOnce(
    bounds.map((sql) => withType(sql, BIGINT)),
    (start, end, step) => {
      const failure = t.failing("the step leads away from the stop", pos, arrayOf(BIGINT));
      return engine`CASE WHEN (${start} < ${end} AND ${step} <= 0) OR (${start} > ${end} AND ${step} >= 0) THEN ${failure} WHEN ${start} = ${end} THEN [${start}] ELSE generate_series(${start}, ${end}, ${step}) END`;
    },
  );
  const unnested = engine`(SELECT CAST(unnest(${rows}) AS BIGINT))`;
  return named(t, "q", unnested, [{ name: "sequential_number", type: BIGINT }]);
}
