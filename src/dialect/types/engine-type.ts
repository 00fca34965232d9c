import { quoteName } from "../quote.ts";
import { MIXED_ZONE } from "./coercion.ts";
import { scalarOf, type RowField, type Type } from "./type.ts";
import { type Sql, typeSql } from "../sql/tree.ts";

/** The field of a stored interval of months. A row that a user makes has no such name. */
export const MONTHS_FIELD = "interval year to month";

/** How tables store what the engine computes with in a type that other values have too. */
const STORED: Partial<Record<Type["kind"], string>> = {
  intervalYearMonth: `STRUCT("${MONTHS_FIELD}" INTEGER)`,
  intervalDaySecond: "INTERVAL",
};

export const engineType = (type: Type): Sql => typeSql(engineTypeName(type));
/** The type of a column of a table. */
export const storedAs = (type: Type): Sql => typeSql(storedTypeName(type));

export const engineTypeName = (type: Type): string => nameOf(type, {});
export const storedTypeName = (type: Type): string => nameOf(type, STORED);

function nameOf(type: Type, names: typeof STORED): string {
  switch (type.kind) {
    case "timestamptz":
    case "timetz": {
      const name = type.kind === "timetz" ? "TIME" : "TIMESTAMP";
      return type.zone === MIXED_ZONE ? `STRUCT(t ${name}, z VARCHAR)` : name;
    }
    case "decimal":
      return `DECIMAL(${type.precision},${type.scale})`;
    case "array":
      return `${nameOf(type.element, names)}[]`;
    case "map":
      return `MAP(${nameOf(type.key, names)}, ${nameOf(type.value, names)})`;
    case "row":
      return `STRUCT(${type.fields.map((field, i) => `${quoteName(engineFieldName(type.fields, i))} ${nameOf(field.type, names)}`).join(", ")})`;
    default:
      return names[type.kind] ?? scalarOf(type).engine;
  }
}

/**
 * The engine requires distinct field names: unnamed and repeated fields are named by index; so is `__proto__`, whose value the
 * engine's binding loses.
 */
export function engineFieldName(fields: readonly RowField[], index: number): string {
  let names = namesOfRows.get(fields);
  if (names === undefined) {
    const taken = new Set<string | undefined>(["", "__proto__", undefined]);
    names = fields.map((field, i) => {
      const name = field.name?.toLowerCase();
      if (taken.has(name)) return `field${i}`;
      taken.add(name);
      return name!;
    });
    namesOfRows.set(fields, names);
  }
  return names[index]!;
}

const namesOfRows = new WeakMap<readonly RowField[], readonly string[]>();
