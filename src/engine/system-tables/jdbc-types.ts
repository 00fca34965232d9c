import { columnType } from "../../dialect/column-type.ts";
import type { Type } from "../../dialect/types/type.ts";

/** JDBC metadata of a type. Source: java.sql.Types, and replies of Trino 476. */
export interface JdbcType {
  readonly code: number;
  /** Maximum characters or digits; null if not applicable. */
  readonly size: number | null;
  /** Fractional digits. */
  readonly digits: number | null;
  readonly radix: 10 | 2 | null;
  /** Maximum bytes of a text. */
  readonly octets: number | null;
}

const UNBOUNDED = 2_147_483_647;
/** JDBC code of types that it does not have. */
const JAVA_OBJECT = 2000;

const describe = (code: number, parts: Partial<JdbcType> = {}): JdbcType => ({
  code,
  size: null,
  digits: null,
  radix: null,
  octets: null,
  ...parts,
});
const whole = (code: number, size: number): JdbcType => describe(code, { size, radix: 10 });
/** A time type; `size` is the length of its text without a fraction. */
const time = (code: number, size: number, digits: number): JdbcType =>
  describe(code, { size: size + (digits === 0 ? 0 : digits + 1), digits });
const text = (code: number, length: number | null): JdbcType =>
  describe(code, { size: length ?? UNBOUNDED, octets: length ?? UNBOUNDED });

const FIXED: Readonly<Partial<Record<Type["kind"], JdbcType>>> = {
  boolean: describe(16),
  tinyint: whole(-6, 3),
  smallint: whole(5, 5),
  integer: whole(4, 10),
  bigint: whole(-5, 19),
  real: describe(7, { size: 24, radix: 2 }),
  double: describe(8, { size: 53, radix: 2 }),
  varbinary: text(-3, null),
  date: describe(91, { size: 14 }),
  array: describe(2003),
};

export function jdbcType(type: Type): JdbcType {
  switch (type.kind) {
    case "decimal":
      return describe(3, { size: type.precision, digits: type.scale, radix: 10 });
    case "char":
      return text(1, type.length);
    case "varchar":
      return text(12, type.length);
    case "time":
      return time(92, 8, type.precision);
    case "timestamp":
      return time(93, 21, type.precision);
    case "timetz":
      return time(2013, 14, type.precision);
    case "timestamptz":
      return time(2014, 55, type.precision);
    default:
      return FIXED[type.kind] ?? describe(JAVA_OBJECT);
  }
}

/** In the order of that table, which leaves out intervals and addresses. */
const NAMES =
  "boolean,tinyint,smallint,integer,bigint,real,double,decimal,varchar,varbinary,date,time,time with time zone,timestamp,timestamp with time zone,json,uuid";

/** Rows of `system.jdbc.types`: types with parameters are listed once. */
export const NAMED_TYPES: readonly (readonly [string, JdbcType])[] = [
  ...NAMES.split(",").map((name) => [name, jdbcType(columnType(name, name))] as const),
  ["char", text(1, UNBOUNDED)],
  ["array", FIXED.array!],
  ["map", describe(JAVA_OBJECT)],
  ["row", describe(JAVA_OBJECT)],
];
