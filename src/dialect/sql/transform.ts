import { chain, group, isNull, lambdaOf, literal, variable, type Sql, type Variable } from "./sql.ts";
import { engine } from "./template.ts";

/** Maps each element of a list with `write`; returns the list itself if that changes nothing. */
export function eachElement(list: Sql, write: (element: Sql) => Sql): Sql {
  const element = variable();
  const body = write(element);
  return body === element ? list : engine`list_transform(${list}, ${lambdaOf([element], body)})`;
}

export const anyNull = (values: readonly Sql[]): Sql =>
  group(chain("OR", values.map((value) => isNull(value)))); // prettier-ignore
export const noneNull = (values: readonly Sql[]): Sql =>
  group(chain("AND", values.map((value) => isNull(value, true)))); // prettier-ignore

/** Texts with another between them. */
export const separated = (texts: readonly Sql[], by: string): Sql[] =>
  texts.flatMap((text, i) => (i === 0 ? [text] : [literal(by), text]));

/** A lambda over a map's entry, with key and value as variables in the body. */
export const overEntry = (key: Variable, value: Variable, body: Sql): Sql =>
  lambdaOf(
    [
      [
        { variable: key, field: "key" },
        { variable: value, field: "value" },
      ],
    ],
    body,
  );

/** Maps key and value of each entry of a map; returns the map itself if that changes nothing. */
export function eachEntry(map: Sql, write: (key: Sql, value: Sql) => readonly [Sql, Sql]): Sql {
  const [key, value] = [variable(), variable()];
  const [k, v] = write(key, value);
  if (k === key && v === value) return map;
  const entry = overEntry(key, value, engine`struct_pack(k := ${k}, v := ${v})`);
  return engine`map_from_entries(list_transform(map_entries(${map}), ${entry}))`;
}

/** Maximum operands in a flat chain: the engine nests each one level deeper, at a growing cost. */
const MAX_OPERANDS = 4;

/** Joins operands with an associative operator. */
export function chained(operands: readonly Sql[], operator: string): Sql {
  if (operands.length <= MAX_OPERANDS) return group(chain(operator, operands));
  const groups: Sql[] = [];
  const size = Math.ceil(operands.length / MAX_OPERANDS);
  for (let i = 0; i < operands.length; i += size) groups.push(chained(operands.slice(i, i + size), operator));
  return chained(groups, operator);
}
