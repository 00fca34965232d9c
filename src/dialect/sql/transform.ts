import type { Sql } from "./sql.ts";
import { join, lambdaOf, variable } from "./sql.ts";
import { engine } from "./template.ts";

/** A list with what `write` makes of each element; itself where that is the element. */
export function eachElement(list: Sql, write: (element: Sql) => Sql): Sql {
  const element = variable();
  const written = write(element);
  return written === element ? list : engine`list_transform(${list}, ${lambdaOf([element], written)})`;
}

/** The engine's lambda over a map's entry, for a body that knows the key and the value. */
export const overEntry = (key: Sql, value: Sql, body: Sql): Sql =>
  lambdaOf(
    [
      [key, value].flatMap((one, i) =>
        one.kind === "variable" ? [{ variable: one, field: i === 0 ? "key" : "value" }] : [],
      ),
    ],
    body,
  );

/** A map with what `write` makes of the key and the value of each entry; itself where those are the same. */
export function eachEntry(map: Sql, write: (key: Sql, value: Sql) => readonly [Sql, Sql]): Sql {
  const [key, value] = [variable(), variable()];
  const [k, v] = write(key, value);
  if (k === key && v === value) return map;
  const entry = overEntry(key, value, engine`struct_pack(k := ${k}, v := ${v})`);
  return engine`map_from_entries(list_transform(map_entries(${map}), ${entry}))`;
}

/** So many operands stand side by side: each is a level deeper for the engine, and costs it as many times more. */
const MOST_OPERANDS = 4;

/** Operands joined by an operator for which brackets make no difference. */
export function chained(operands: readonly Sql[], operator: string): Sql {
  if (operands.length <= MOST_OPERANDS) return engine`(${join(operands, operator)})`;
  const groups: Sql[] = [];
  const size = Math.ceil(operands.length / MOST_OPERANDS);
  for (let i = 0; i < operands.length; i += size) groups.push(chained(operands.slice(i, i + size), operator));
  return chained(groups, operator);
}
