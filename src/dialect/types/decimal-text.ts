import type { Type } from "./type.ts";
import { engine, type Sql } from "../sql/tree.ts";

/** SQL of a decimal as text; the engine omits the zero before the point if the type has no integer digits. */
export function decimalAsText(sql: Sql, { precision, scale }: Extract<Type, { kind: "decimal" }>): Sql {
  const text = engine`CAST(${sql} AS VARCHAR)`;
  return precision > scale ? text : engine`regexp_replace(${text}, '^(-?)[.]', '\\10.')`;
}
