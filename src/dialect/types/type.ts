// This folder: the types of both dialects: their names, what is converted to what, the types of a function's arguments.

import type { Dialect } from "../dialect.ts";
import { SqlError } from "../sql-error.ts";
import { integerBits, SCALAR_TYPES, scalarType, type ScalarType } from "./scalar-types.ts";

export type SimpleKind =
  | "unknown" | "boolean" | "tinyint" | "smallint" | "integer" | "bigint" | "real" | "double" | "varbinary" | "date" | "json" | "uuid" | "ipaddress"
  | "intervalYearMonth" | "intervalDaySecond" | "hyperloglog"; // prettier-ignore

/** A field of a row; the name is null for the fields of `ROW(1, 2)`. */
export interface RowField {
  readonly name: string | null;
  readonly type: Type;
}

/** A type of either dialect. For its representation in the engine see {@link engineType}: an interval is its microseconds or months. */
export type Type =
  | { readonly kind: SimpleKind }
  | { readonly kind: "decimal"; readonly precision: number; readonly scale: number }
  /** `length` null: unbounded (Presto `varchar`, Hive `string`). */
  | { readonly kind: "varchar"; readonly length: number | null }
  | { readonly kind: "char"; readonly length: number }
  | { readonly kind: "time"; readonly precision: number }
  | { readonly kind: "timestamp"; readonly precision: number }
  /**
   * An instant, or a time of day with an offset, stored in UTC; its display zone is part of the type, as the engine stores none with a value.
   */
  | { readonly kind: "timestamptz" | "timetz"; readonly precision: number; readonly zone: string }
  | { readonly kind: "array"; readonly element: Type }
  | { readonly kind: "map"; readonly key: Type; readonly value: Type }
  | { readonly kind: "row"; readonly fields: readonly RowField[] };

export type Zoned = Extract<Type, { readonly zone: string }>;

export const simple = (kind: SimpleKind): Type => ({ kind });
export const UNKNOWN = simple("unknown");
export const BOOLEAN = simple("boolean");
export const INTEGER = simple("integer");
export const BIGINT = simple("bigint");
export const DOUBLE = simple("double");
export const DATE = simple("date");
export const JSON_TYPE = simple("json");
export const VARCHAR: Type = { kind: "varchar", length: null };
export const TIMESTAMP: Type = { kind: "timestamp", precision: 3 };
export const UTC_TIMESTAMP: Type = { kind: "timestamptz", precision: 3, zone: "UTC" };
export const arrayOf = (element: Type): Type => ({ kind: "array", element });
export const decimal = (precision: number, scale: number): Extract<Type, { kind: "decimal" }> => ({
  kind: "decimal",
  precision: Math.min(38, precision),
  scale,
});

export const isInteger = (type: Type): boolean => scalarOf(type).kind === "integer";
export const isFloat = (type: Type): boolean => scalarOf(type).kind === "float";
/** Bits of the values of an integer type; 0 for others. */
export const bitsOf = (type: Type): number => integerBits(scalarOf(type)) ?? 0;
export const isNumeric = (type: Type): boolean => isInteger(type) || isFloat(type) || type.kind === "decimal";
export const isText = (type: Type): boolean => type.kind === "varchar" || type.kind === "char";
export const isInterval = (type: Type): boolean =>
  type.kind === "intervalDaySecond" || type.kind === "intervalYearMonth";

/** Maximum nesting of maps: the engine's time for a type doubles with each level. */
const MAX_MAPS = 12;

/** @throws SqlError for maps that nest too deeply for the engine. */
export function mapOf(key: Type, value: Type): Type {
  const map: Type = { kind: "map", key, value };
  if (nestedMaps(map) > MAX_MAPS)
    throw new SqlError("EXCEEDED_LIMIT", `a type nests more than ${MAX_MAPS} maps; keep inner ones as JSON`);
  return map;
}

const nestedMaps = (type: Type): number =>
  innerTypes(type).reduce((most, inner) => Math.max(most, nestedMaps(inner)), 0) +
  (type.kind === "map" ? 1 : 0);

/** The types of what values of a type hold. */
export function innerTypes(type: Type): readonly Type[] {
  if (type.kind === "array") return [type.element];
  if (type.kind === "map") return [type.key, type.value];
  return type.kind === "row" ? type.fields.map((field) => field.type) : NONE;
}

const NONE: readonly Type[] = [];

export const isCollection = ({ kind }: Type): boolean => kind === "array" || kind === "map" || kind === "row";

/** Whether one value of the type can be smaller than another. */
export const isOrderable = (type: Type): boolean =>
  !["map", "json", "hyperloglog"].includes(type.kind) && innerTypes(type).every(isOrderable);

/** What two types of one kind may differ in, beside their parts. */
interface Measures {
  readonly kind: string;
  readonly precision?: number;
  readonly scale?: number;
  readonly length?: number | null;
}

/** Whether two types are the same, including field names but not time zones. */
export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  const x: Measures = a;
  const y: Measures = b;
  if (x.precision !== y.precision || x.scale !== y.scale || x.length !== y.length) return false;
  if (!isCollection(a)) return true;
  const [inner, other] = [innerTypes(a), innerTypes(b)];
  const isNamed = (i: number): boolean =>
    a.kind !== "row" || a.fields[i]!.name === (b as typeof a).fields[i]!.name;
  return inner.length === other.length && inner.every((one, i) => isNamed(i) && sameType(one, other[i]!));
}

/** The decimal type that holds all values of an integer type. */
export function decimalOf(type: Type): { precision: number; scale: number } {
  if (type.kind === "decimal") return type;
  const bits = bitsOf(type);
  return { precision: bits === 0 ? 38 : Math.ceil((bits - 1) * Math.log10(2)), scale: 0 };
}

/** Presto's names of types that have another one in code. */
const NAMES: Partial<Record<Type["kind"], string>> = {
  intervalYearMonth: "interval year to month", intervalDaySecond: "interval day to second", hyperloglog: "HyperLogLog",
  timetz: "time with time zone", timestamptz: "timestamp with time zone",
}; // prettier-ignore

/** Type variables of signatures in words. */
const VARIABLES: Readonly<Record<string, string>> = { I: "integer", N: "number" };

/** A word of a signature as users write it: `timestamptz` as `timestamp with time zone`, in Hive `varchar` as `string`. */
export function shownWord(word: string, dialect: Dialect): string {
  const name = VARIABLES[word] ?? NAMES[word as SimpleKind] ?? word;
  const hive = dialect === "hive" ? SCALAR_TYPES.find(({ presto }) => presto === name)?.hive : undefined;
  return hive === undefined || hive === "-" ? name : hive;
}

const scalars = new Map<Type["kind"], ScalarType>();

/** The line of the table for a type; that of `unknown` for arrays, maps and rows. */
export function scalarOf({ kind }: Type): ScalarType {
  let scalar = scalars.get(kind);
  if (scalar === undefined)
    scalars.set(kind, (scalar = scalarType(NAMES[kind] ?? kind) ?? scalarType("unknown")!));
  return scalar;
}

/** The type of a line of the table that has no parameters, and of `varchar`. */
export function typeOfScalar({ presto }: ScalarType): Type {
  if (presto === "varchar") return VARCHAR;
  const [kind = presto] = Object.entries(NAMES).find(([, name]) => name === presto) ?? [];
  return simple(kind as SimpleKind);
}
