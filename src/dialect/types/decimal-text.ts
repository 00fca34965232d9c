import type { Type } from "./type.ts";
import { engine, type Sql } from "../sql/tree.ts";

/** SQL of a decimal's text; the engine leaves the zero in front of the point out where the type has no digit for it. */
export function decimalText(sql: Sql, { precision, scale }: Extract<Type, { kind: "decimal" }>): Sql {
  const text = engine`CAST(${sql} AS VARCHAR)`;
  return precision > scale ? text : engine`regexp_replace(${text}, '^(-?)[.]', '\\10.')`;
}
