import { MONTHS_FIELD } from "../types/engine-type.ts";
import { innerTypes, isInterval, type Type } from "../types/type.ts";
import { coerceNested } from "./coerce.ts";
import type { Translation } from "./translation.ts";
import { withType, type Typed } from "./typed.ts";
import { engine, literal, name, type Sql } from "../sql/tree.ts";

/**
 * A stored value as expressions use it. Tables hold intervals in types of their own, from which the kind of the interval is read again.
 */
export const fromStored = (t: Translation, value: Typed): Typed => eachInterval(t, value, READ);

/** A value as tables store it. */
export const toStored = (t: Translation, value: Typed): Sql => eachInterval(t, value, WRITE).sql;

type Conversion = Readonly<Partial<Record<Type["kind"], (sql: Sql) => Sql>>>;

const READ: Conversion = {
  intervalDaySecond: (sql) => engine`epoch_us(${sql})`,
  intervalYearMonth: (sql) => engine`struct_extract(${sql}, ${literal(MONTHS_FIELD)})`,
};

const WRITE: Conversion = {
  intervalDaySecond: (sql) => engine`to_microseconds(${sql})`,
  intervalYearMonth: (sql) =>
    engine`(CASE WHEN ${sql} IS NOT NULL THEN struct_pack(${name(MONTHS_FIELD)} := ${sql}) END)`,
};

const hasInterval = (type: Type): boolean => isInterval(type) || innerTypes(type).some(hasInterval);

function eachInterval(t: Translation, value: Typed, convert: Conversion): Typed {
  const { type } = value;
  if (!hasInterval(type)) return value;
  const own = convert[type.kind];
  if (own !== undefined) return withType(own(value.sql), type);
  return coerceNested(t, value, type, 0, (_, part) => eachInterval(t, part, convert));
}
