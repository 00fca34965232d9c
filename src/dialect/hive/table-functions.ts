import { fieldOfEach } from "../analyze/expressions/row-value.ts";
import type { Scope } from "../analyze/scope.ts";
import { sqlOf, withType } from "../analyze/typed.ts";
import { unified } from "../analyze/operators/predicates.ts";
import type { Translation } from "../analyze/translation.ts";
import type { Call } from "../parse/ast.ts";
import { memberPath } from "../json/json-path.ts";
import { INTEGER, UNKNOWN, VARCHAR } from "../types/type.ts";
import { commas, engine, literal, type Sql } from "../sql/tree.ts";
import { type MadeRows, type TableFunction, tableFunctions } from "./table-function.ts";
import { serviceRows } from "../td/service-rows.ts";
import { hivemallRows } from "./hivemall/hivemall-rows.ts";

/** A row of texts selected by literal names: keys, or parts of a URL. */
const tuple =
  (needs: string, what: string, write: (text: Sql, name: string) => Sql): TableFunction =>
  (t, call, scope) => {
    const [text, ...names] = call.args.map((arg) => t.expression(arg, scope));
    if (text === undefined || names.length === 0)
      return t.syntaxError(`${call.name} takes ${needs}`, call.pos);
    return {
      cells: names.map((name, i) =>
        write(text.sql, t.literalText(name, `${call.name} with ${what}`, call.args[i + 1]!.pos)),
      ),
      columns: names.map((_, i) => ({ name: `c${i}`, type: VARCHAR })),
    };
  };

const explode = (t: Translation, call: Call, scope: Scope, position: boolean): MadeRows => {
  const value = t.expression(
    call.args[0] ?? t.syntaxError(`${call.name} takes one argument`, call.pos),
    scope,
  );
  const { type, sql } = value;
  const places = position
    ? [
        engine`list_transform(range(coalesce(${type.kind === "map" ? engine`cardinality` : engine`len`}(${sql}), 0)::BIGINT), lambda p: CAST(p AS INTEGER))`,
      ]
    : [];
  const place = position ? [{ name: "pos", type: INTEGER }] : [];
  if (type.kind === "map")
    return {
      lists: [...places, engine`map_keys(${sql})`, engine`map_values(${sql})`],
      columns: [...place, { name: "key", type: type.key }, { name: "value", type: type.value }],
    };
  if (type.kind !== "array")
    return t.mismatch(`${call.name} takes an array or a map, not ${t.typeName(type)}`, call.pos);
  return {
    lists: [...places, sql],
    columns: [...place, { name: position ? "val" : "col", type: type.element }],
  };
};

const inline: TableFunction = (t, call, scope) => {
  const value = t.expression(call.args[0] ?? t.syntaxError("inline takes one argument", call.pos), scope);
  if (value.type.kind !== "array" || value.type.element.kind !== "row")
    return t.mismatch(`inline takes an array of structs, not ${t.typeName(value.type)}`, call.pos);
  const { fields } = value.type.element;
  return {
    lists: fields.map((_, i) => fieldOfEach(value.sql, fields, i)),
    columns: fields.map((field, i) => ({ name: field.name ?? `col${i + 1}`, type: field.type })),
  };
};

const stack: TableFunction = (t, call, scope) => {
  const [count, ...cells] = call.args.map((arg) => t.expression(arg, scope));
  const rows = count?.constant;
  if (typeof rows !== "number" || rows < 1 || cells.length === 0)
    return t.invalid("stack takes a literal number of rows and their values", call.pos);
  const width = Math.ceil(cells.length / rows);
  const columns = Array.from({ length: width }, (_, c) => {
    const column = Array.from(
      { length: rows },
      (_, r) => cells[r * width + c] ?? withType(engine`NULL`, UNKNOWN),
    );
    return unified(t, column, `all values of column ${c + 1} of stack`, call.pos);
  });
  return {
    lists: columns.map(({ values }) => engine`[${commas(sqlOf(values))}]`),
    columns: columns.map(({ type }, c) => ({ name: `col${c}`, type })),
  };
};

const jsonTuple = tuple(
  "a text and at least one key",
  "a key",
  (json, key) => engine`~hive_json_text(json_extract(~hive_json(${json}), ${memberPath(key)}))`,
);

const urlTuple = tuple("a URL and at least one part", "a part", (url, part) => {
  const query = /^QUERY:(.*)$/.exec(part);
  return query
    ? engine`~hive_url_query(${url}, ${literal(query[1]!)})`
    : engine`~hive_url_part(${url}, ${literal(part)})`;
});

export const rowFunctions = tableFunctions("LanguageManual UDF, Built-in Table-Generating Functions")`
explode(array or map) → rows | one row per element; in LATERAL VIEW | select explode(array(1, 2)) --> [[1],[2]]
  ${(t, call, scope) => explode(t, call, scope, false)}
posexplode(array) → rows | one row per element with its position; in LATERAL VIEW | select posexplode(array('a', 'b')) --> [[0,"a"],[1,"b"]]
  ${(t, call, scope) => explode(t, call, scope, true)}
inline(array of structs) → rows | one row per struct; in LATERAL VIEW | select inline(array(struct(1, 'a'), struct(2, 'b'))) --> [[1,"a"],[2,"b"]]
  ${inline}
stack(n, value, …) → rows | the values in n rows | select stack(2, 'a', 1, 'b', 2) as (k, v) --> [["a",1],["b",2]]
  ${stack}
json_tuple(json, key, …) → rows | several members at once; in LATERAL VIEW | select json_tuple('{"a":1,"b":2}', 'a', 'b') as (a, b) --> [["1","2"]]
  ${jsonTuple}
parse_url_tuple(url, part, …) → rows | several parts at once; in LATERAL VIEW | select parse_url_tuple('http://h.com/p', 'HOST', 'PATH') as (h, p) --> [["h.com","/p"]]
  ${urlTuple}
`;

const FUNCTIONS = new Map([rowFunctions, hivemallRows, serviceRows].flatMap(({ rows }) => [...rows]));

export function findTableFunction(name: string): TableFunction | null {
  return FUNCTIONS.get(name.toLowerCase()) ?? null;
}

export function tableFunction(t: Translation, call: Call, scope: Scope): MadeRows {
  const write = findTableFunction(call.name) ?? t.unsupported(`the table function ${call.name}`, call.pos);
  return write(t, call, scope);
}
