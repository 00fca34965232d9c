import { unified } from "../analyze/operators/predicates.ts";
import { sqlOf, type Typed } from "../analyze/typed.ts";
import type { Translation } from "../analyze/translation.ts";
import { convertHive } from "../hive/convert.ts";
import { type TableFunction, tableFunctions } from "../hive/table-function.ts";
import type { Call } from "../parse/ast.ts";
import { BIGINT, INTEGER, VARCHAR } from "../types/type.ts";
import { commas, engine, literal } from "../sql/tree.ts";

/** Parses a literal of comma-separated names. */
function namesOf(t: Translation, call: Call, value: Typed | undefined): string[] {
  const list = typeof value?.constant === "string" ? value.constant : "";
  const names = list.split(",").map((one) => one.trim());
  if (names.includes("")) t.invalid(`${call.name} takes the keys as one literal: 'a, b'`, call.pos);
  return names;
}

/** One column per key, null except in the row's own. */
const pivot: TableFunction = (t, call, scope) => {
  const [key, value, keyList] = call.args.map((arg) => t.expression(arg, scope));
  if (key === undefined || value === undefined || call.args.length !== 3)
    return t.syntaxError("td_pivot takes a key, a value and the keys: td_pivot(k, v, 'a, b')", call.pos);
  const text = convertHive(t, key, VARCHAR, call.pos).sql;
  const names = namesOf(t, call, keyList);
  const list = names.map((name) => engine`CASE WHEN ${text} = ${literal(name)} THEN ${value.sql} END`);
  return {
    cells: list,
    columns: names.map((name) => ({ name, type: value.type })),
  };
};

/** One row of key and value per value. */
const unpivot: TableFunction = (t, call, scope) => {
  const [keyList, ...cells] = call.args.map((arg) => t.expression(arg, scope));
  const names = namesOf(t, call, keyList);
  if (names.length !== cells.length)
    t.invalid(`td_unpivot has ${names.length} keys and ${cells.length} values`, call.pos);
  const { values, type } = unified(t, cells, "the values of td_unpivot", call.pos);
  return {
    lists: [engine`[${commas(names.map(literal))}]`, engine`[${commas(sqlOf(values))}]`],
    columns: [
      { name: "key", type: VARCHAR },
      { name: "value", type },
    ],
  };
};

const numericRange: TableFunction = (t, call, scope) => {
  if (call.args.length < 1 || call.args.length > 3)
    t.syntaxError("td_numeric_range takes an end, or a start, an end and a step", call.pos);
  const bounds = call.args.map((arg) => convertHive(t, t.expression(arg, scope), BIGINT, arg.pos).sql);
  return {
    lists: [engine`CAST(range(${commas(bounds)}) AS INTEGER[])`],
    columns: [{ name: "n", type: INTEGER }],
  };
};

/** The service's table functions; Hive only. */
export const serviceRows = tableFunctions("service functions of Hive")`
td_numeric_range([start, ]end[, step]) → rows | whole numbers without end | select td_numeric_range(3) as n --> [[0],[1],[2]]
  ${numericRange}
td_pivot(key, value, keys) → rows | a column for each key of 'a, b'; in LATERAL VIEW | select id, max(t.col1) as col1, max(t.col2) as col2 from (select stack(3, 1,'col1',11, 1,'col2',12, 2,'col1',21) as (id,key,value)) v lateral view td_pivot(key,value,'col1,col2') t group by id order by id --> [[1,11,12],[2,21,null]]
  ${pivot}
td_unpivot(keys, value, …) → rows | a row of key and value for each of 'a, b'; in LATERAL VIEW | select id, t.key, t.value from (select 1 as id, 11 as c1, 12 as c2) h lateral view td_unpivot('c1, c2', c1, c2) t --> [[1,"c2",12],[1,"c1",11]]
  ${unpivot}
`;
