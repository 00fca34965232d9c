import type { EngineType } from "../options/descriptor.ts";
import { DAY_MS, isTimeMs } from "../dates/calendar.ts";
import { scalarType } from "../../dialect/types/scalar-types.ts";
import { rowNames } from "../decode/nested-values.ts";
import { Misfit } from "../parquet/misfit.ts";
import type { ServiceType } from "../wire/service-type.ts";
import { quoteIdentifier } from "./quote-identifier.ts";
import { sqlLiteral } from "./sql-literal.ts";

/** Types of which a CAST makes no values from literals. */
const WITHOUT_LITERALS = /^(?:interval|time with|unknown|void|number|hyperloglog)/;

/** A service type as CAST takes it; null for one whose values have no literals in the dialect. */
export function castType(type: ServiceType, dialect: EngineType): string | null {
  const { name, parameters: [first = NaN, second = 0] = [] } = type;
  const isPresto = dialect === "presto";
  const sized = (word: string): string => (Number.isNaN(first) ? word : `${word}(${first})`);
  const scalar = scalarType(name);
  switch (scalar?.presto ?? name) {
    case "varchar":
      if (WITHOUT_LITERALS.test(name)) return null;
      return isPresto || !Number.isNaN(first) ? sized("varchar") : "string";
    case "char":
      return sized("char");
    case "decimal":
      return first <= 38 ? `decimal(${first},${second})` : null;
    case "timestamp":
      return first > 9 ? null : isPresto ? sized("timestamp") : "timestamp";
    case "timestamp with time zone":
      return first > 9 || !isPresto ? null : `${sized("timestamp")} with time zone`;
    case "time":
      return first > 6 || !isPresto ? null : sized("time");
    case "array":
    case "map":
    case "row":
    case "struct":
      return isPresto ? nestedCastType(type) : null;
    default:
      return scalar === null || WITHOUT_LITERALS.test(name) ? null : scalar[dialect];
  }
}

function nestedCastType(type: ServiceType): string | null {
  const { name, inner } = type;
  const types = inner.map((part) => castType(part, "presto"));
  if (types.length === 0 || types.includes(null)) return null;
  if (name === "array") return `array(${types[0]})`;
  // Keys that are no scalars are texts in JavaScript.
  if (name === "map") return inner[0]?.inner.length === 0 ? `map(${types.join(", ")})` : null;
  const names = rowNames(type);
  if (names === null) return null;
  return `row(${names.map((field, at) => `${quoteIdentifier(field, "presto")} ${types[at]}`).join(", ")})`;
}

/**
 * A literal that a CAST makes a value of the type.
 *
 * @param stored - As a column of a Parquet file of the type holds it.
 * @throws Misfit for a value that the CAST would cut or round
 */
export function typedLiteral(stored: unknown, type: ServiceType, dialect: EngineType): string {
  if (stored === null) return "NULL";
  if (type.inner.length > 0) return nestedLiteral(stored, type);
  if (typeof stored === "boolean" || stored instanceof Uint8Array) return sqlLiteral(stored, dialect);
  const text = scalarText(stored, type, dialect);
  if (text === null && dialect === "presto") return sqlLiteral(stored, dialect);
  const literal = sqlLiteral(text ?? numberText(stored as number | bigint), dialect);
  return type.name === "json" && dialect === "presto" ? `JSON ${literal}` : literal;
}

/** Hive's stack takes no numbers of different types. */
const numberText = (value: number | bigint): string => (Object.is(value, -0) ? "-0.0" : String(value));

function nestedLiteral(stored: unknown, { name, inner, fieldNames }: ServiceType): string {
  const list = (items: readonly unknown[], of: ServiceType | undefined): string =>
    items.map((item) => typedLiteral(item, of as ServiceType, "presto")).join(", ");
  if (name === "array") return `ARRAY[${list(stored as unknown[], inner[0])}]`;
  if (name === "map") {
    const entries = stored as readonly { readonly key: unknown; readonly value: unknown }[];
    const keys = list(
      entries.map(({ key }) => key),
      inner[0],
    );
    const values = list(
      entries.map(({ value }) => value),
      inner[1],
    );
    return `MAP(ARRAY[${keys}], ARRAY[${values}])`;
  }
  const row = stored as Readonly<Record<string, unknown>>;
  return `ROW(${fieldNames.map((field, at) => list([row[field] ?? null], inner[at])).join(", ")})`;
}

/** Null for numbers, which are literals themselves. */
function scalarText(
  stored: unknown,
  { name, parameters: [first = NaN, second = 0] = [] }: ServiceType,
  dialect: EngineType,
): string | null {
  // A timestamp of Hive has nanoseconds.
  const fractionDigits = dialect === "hive" ? 9 : Number.isNaN(first) ? 3 : first;
  const presto = scalarType(name)?.presto;
  switch (presto) {
    case "decimal":
      return withPoint(stored as bigint, second);
    case "date":
      return dateText((stored as number) * DAY_MS).slice(0, "2024-05-06".length);
    case "timestamp":
    case "timestamp with time zone": {
      const text = timeText(stored as bigint, first > 6 ? 9 : 6, fractionDigits);
      return presto === "timestamp" ? text : `${text} UTC`;
    }
    case "time":
      return timeText(stored as bigint, 6, fractionDigits).slice("1970-01-01 ".length);
    default:
      if (typeof stored !== "string") return null;
      if (Array.from(stored).length > first) throw new Misfit(stored);
      return stored;
  }
}

function withPoint(unscaled: bigint, scale: number): string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, "0");
  const sign = unscaled < 0n ? "-" : "";
  return sign + (scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
}

function dateText(unixMs: number): string {
  if (!isTimeMs(unixMs)) throw new Misfit(unixMs);
  return new Date(unixMs).toISOString();
}

/**
 * A time since 1970, with the fraction digits that its type has: a CAST would round others.
 *
 * @param count - In units of as many digits as `unitDigits`.
 */
function timeText(count: bigint, unitDigits: 6 | 9, fractionDigits: number): string {
  const perSecond = 10n ** BigInt(unitDigits);
  const units = ((count % perSecond) + perSecond) % perSecond;
  const second = dateText(Number((count - units) / perSecond) * 1000).slice(0, "2024-05-06T07:08:09".length);
  const digits = units.toString().padStart(unitDigits, "0");
  if (/[1-9]/.test(digits.slice(fractionDigits))) throw new Misfit(count);
  const fraction = digits.slice(0, fractionDigits);
  return `${second.replace("T", " ")}${fraction === "" ? "" : `.${fraction}`}`;
}
