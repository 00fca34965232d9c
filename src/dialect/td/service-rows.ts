import { unified } from "../analyze/operators/predicates.ts";
import { sqlOf, type Typed } from "../analyze/typed.ts";
import type { Translation } from "../analyze/translation.ts";
import { convertHive } from "../hive/convert.ts";
import type { TableFunction } from "../hive/table-function.ts";
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

/** The service's table functions; Hive only. */
export const serviceRows: Readonly<Record<string, TableFunction>> = {
  /** `td_pivot(key, value, 'a,b')`: one column per key, null except in the row's own. */
  td_pivot: (t, call, scope) => {
    const [key, value, given] = call.args.map((arg) => t.expression(arg, scope));
    if (key === undefined || value === undefined || call.args.length !== 3)
      return t.syntaxError("td_pivot takes a key, a value and the keys: td_pivot(k, v, 'a, b')", call.pos);
    const text = convertHive(t, key, VARCHAR, call.pos).sql;
    const names = namesOf(t, call, given);
    const list = names.map((name) => engine`CASE WHEN ${text} = ${literal(name)} THEN ${value.sql} END`);
    return {
      cells: list,
      columns: names.map((name) => ({ name, type: value.type })),
    };
  },

  /** `td_unpivot('a, b', x, y)`: one row of key and value per value. */
  td_unpivot: (t, call, scope) => {
    const [given, ...cells] = call.args.map((arg) => t.expression(arg, scope));
    const names = namesOf(t, call, given);
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
  },

  /** `td_numeric_range([start, ]end[, step])`: integers from start, end exclusive. */
  td_numeric_range: (t, call, scope) => {
    if (call.args.length < 1 || call.args.length > 3)
      t.syntaxError("td_numeric_range takes an end, or a start, an end and a step", call.pos);
    const bounds = call.args.map((arg) => convertHive(t, t.expression(arg, scope), BIGINT, arg.pos).sql);
    return {
      lists: [engine`CAST(range(${commas(bounds)}) AS INTEGER[])`],
      columns: [{ name: "n", type: INTEGER }],
    };
  },
};
