import type { Dialect } from "../dialect.ts";
import { isCollection, type RowField, type Type } from "./type.ts";
import {
  arrayOf,
  bitsOf,
  decimal,
  decimalOf,
  DOUBLE,
  innerTypes,
  isFloat,
  isInteger,
  isNumeric,
  isText,
  mapOf,
  sameType,
  simple,
  VARCHAR,
} from "./type.ts";

/** Zone of instants with a zone per value: in the engine a struct of the instant `t` and the zone's name `z`. */
export const MIXED_ZONE = "?";

/**
 * Cost of an implicit conversion: 0 if none is needed, null if it is not allowed. Presto converts only without loss;
 * Hive also between text and other primitives.
 */
export function coercionCost(from: Type, to: Type, dialect: Dialect): number | null {
  if (sameType(from, to)) return 0;
  if (from.kind === "unknown") return 1;
  const common = commonType(from, to, dialect);
  // More than Presto: a CHAR as a text.
  const toText = from.kind === "char" && to.kind === "varchar";
  if (toText || (common !== null && sameType(common, to))) return distance(from, to, dialect);
  return dialect === "hive" ? hiveCost(from, to) : null;
}

/** The least cost of a conversion to another kind of value: a number's text, a number with fewer digits. */
export const OF_ANOTHER_KIND = 9;

function distance(from: Type, to: Type, dialect: Dialect): number {
  if (isInteger(from) && isInteger(to)) return Math.log2(bitsOf(to) / bitsOf(from));
  if (isInteger(from) && to.kind === "decimal") return 5;
  // If a function has both, Presto prefers real, which converts to double.
  if (isNumeric(from) && to.kind === "real") return dialect === "hive" ? 7.5 : 6.5;
  if (isNumeric(from) && to.kind === "double") return 7;
  // Hive takes a number's text rather than lose digits, but not where a wider number holds it.
  if (isText(to) && !isText(from)) return OF_ANOTHER_KIND;
  if (from.kind === to.kind) return 0.5;
  return 2;
}

/** Hive's implicit conversions of function arguments that may lose information. */
function hiveCost(from: Type, to: Type): number | null {
  if (isText(from) && (to.kind === "double" || to.kind === "decimal")) return 20;
  if (isText(from) && (isInteger(to) || to.kind === "real")) return 25;
  if (isText(from) && (to.kind === "date" || to.kind === "timestamp"))
    return to.kind === "timestamp" ? 21 : 22;
  if (from.kind === "timestamp" && to.kind === "date") return 10;
  if (isNumeric(from) && isNumeric(to)) return 15;
  if (from.kind === "array" && to.kind === "array") return hiveCost(from.element, to.element);
  return null;
}

/** Maximum length of a CHAR. Values of this type are not padded here, as each would have 65,536 characters. */
export const LONGEST_CHAR = 65_536;

/** The type that both convert to implicitly, or null. */
export function commonType(a: Type, b: Type, dialect: Dialect): Type | null {
  if (sameType(a, b)) {
    if ("zone" in a && "zone" in b && a.zone !== b.zone) return { ...a, zone: MIXED_ZONE };
    return mergeNested(a, b, dialect) ?? a;
  }
  if (a.kind === "unknown") return b;
  if (b.kind === "unknown") return a;
  if (isNumeric(a) && isNumeric(b)) return commonNumber(a, b, dialect);
  if (a.kind === "char" && b.kind === "char") return a.length > b.length ? a : b;
  if (isText(a) && isText(b)) {
    const lengths = [a, b].map((type) =>
      type.kind === "varchar" || type.kind === "char" ? type.length : null,
    );
    // Presto pads a text beside a CHAR.
    const isChar = dialect === "presto" && (a.kind === "char" || b.kind === "char");
    if (lengths.includes(null)) return isChar ? { kind: "char", length: LONGEST_CHAR } : VARCHAR;
    return { kind: isChar ? "char" : "varchar", length: Math.max(...(lengths as number[])) };
  }
  const times = commonTime(a, b);
  if (times !== null) return times;
  if (dialect === "hive") {
    if (isText(a) && !isCollection(b)) return VARCHAR;
    if (isText(b) && !isCollection(a)) return VARCHAR;
  }
  return mergeNested(a, b, dialect);
}

/** The type that all convert to implicitly, or null. */
export const commonOf = (types: readonly Type[], dialect: Dialect, ofTwo = commonType): Type | null =>
  types.reduce<Type | null>((all, one) => all && ofTwo(all, one, dialect), types[0]!);

function mergeNested(a: Type, b: Type, dialect: Dialect): Type | null {
  if (a.kind === "array" && b.kind === "array") {
    const element = commonType(a.element, b.element, dialect);
    return element && arrayOf(element);
  }
  if (a.kind === "map" && b.kind === "map") {
    const key = commonType(a.key, b.key, dialect);
    const value = commonType(a.value, b.value, dialect);
    return key && value && mapOf(key, value);
  }
  if (a.kind === "row" && b.kind === "row" && a.fields.length === b.fields.length) {
    const fields: RowField[] = [];
    for (const [i, field] of a.fields.entries()) {
      const other = b.fields[i]!;
      const type = commonType(field.type, other.type, dialect);
      if (type === null) return null;
      const kept = dialect === "hive" ? (field.name ?? other.name) : null;
      fields.push({ name: field.name === other.name ? field.name : kept, type });
    }
    return { kind: "row", fields };
  }
  return null;
}

function commonNumber(a: Type, b: Type, dialect: Dialect): Type {
  if (isFloat(a) || isFloat(b)) {
    return a.kind === "double" || b.kind === "double" ? DOUBLE : simple("real");
  }
  if (isInteger(a) && isInteger(b)) return bitsOf(a) > bitsOf(b) ? a : b;
  const left = decimalOf(a);
  const right = decimalOf(b);
  const scale = Math.max(left.scale, right.scale);
  const whole = Math.max(left.precision - left.scale, right.precision - right.scale);
  // Past 38 digits Hive keeps those before the point.
  return decimal(whole + scale, dialect === "hive" ? Math.min(scale, 38 - whole) : scale);
}

function commonTime(a: Type, b: Type): Type | null {
  const isClock = a.kind === "time" || a.kind === "timetz";
  const order = isClock ? ["time", "timetz"] : ["date", "timestamp", "timestamptz"];
  const [low, high] = order.indexOf(a.kind) <= order.indexOf(b.kind) ? [a, b] : [b, a];
  if (!order.includes(low.kind) || !order.includes(high.kind)) return null;
  const common = low.kind === "date" ? high : wider(high, low);
  // A time without a zone is in the session's zone.
  const joined = "zone" in high && high.zone !== ("zone" in low ? low.zone : "UTC");
  return joined ? ({ ...common, zone: MIXED_ZONE } as Type) : common;
}

function wider(type: Type, other: Type): Type {
  const precision = "precision" in other ? other.precision : 0;
  return "precision" in type && precision > type.precision ? { ...type, precision } : type;
}

/** The type to compare in. Instants are compared regardless of zones; Hive compares text with numbers as doubles. */
export function comparisonType(a: Type, b: Type, dialect: Dialect): Type | null {
  const type = comparedAs(a, b, dialect);
  return type && withoutZones(type);
}

/** Whether each value of the type has a zone of its own beside it. */
export const hasOwnZone = (type: Type): boolean => "zone" in type && type.zone === MIXED_ZONE;

/** Whether the same parts of two equal types have zones of their own. */
export function sameZones(a: Type, b: Type): boolean {
  if (hasOwnZone(a) !== hasOwnZone(b)) return false;
  if (!isCollection(a)) return true;
  const others = innerTypes(b);
  return innerTypes(a).every((one, i) => sameZones(one, others[i]!));
}

/** The type with instants in UTC where each value has a zone of its own. */
export function withoutZones(type: Type): Type {
  switch (type.kind) {
    case "array":
      return arrayOf(withoutZones(type.element));
    case "map":
      return mapOf(withoutZones(type.key), withoutZones(type.value));
    case "row":
      return {
        kind: "row",
        fields: type.fields.map((field) => ({ ...field, type: withoutZones(field.type) })),
      };
    default:
      return hasOwnZone(type) ? ({ ...type, zone: "UTC" } as Type) : type;
  }
}

function comparedAs(a: Type, b: Type, dialect: Dialect): Type | null {
  if (dialect === "hive") {
    if (isNumeric(a) && isNumeric(b)) return commonNumber(a, b, "presto");
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      if (isText(one) && ["date", "timestamp", "timestamptz"].includes(other.kind)) return other;
      const isBoolean = one.kind === "boolean";
      if (isNumeric(other) && (isText(one) || isBoolean || one.kind === "timestamp")) return DOUBLE;
      if (isText(other) && isBoolean) return DOUBLE;
    }
  }
  return commonType(a, b, dialect);
}
