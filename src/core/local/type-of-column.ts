import type { Column } from "../table/table.ts";
import { BooleanColumn } from "../table/columns/boolean-column.ts";
import { DateColumn } from "../table/columns/date-column.ts";
import { NullableColumn } from "../table/columns/nullable-column.ts";
import { TextColumn } from "../table/columns/text-column.ts";
import { isNone } from "../table/is-none.ts";
import { isWellFormed } from "../text/visible-text.ts";
import { fieldsOf, ownJson } from "../text/json-text.ts";

/** Text that holds anything, as JSON. */
export const ANYTHING = "varchar";
const MAX_DIGITS = 38;
const MAX_DEPTH = 50;

/** The service's type of a column, from its values: exact, and text (JSON) for mixed ones. */
export function typeOfColumn(values: Column): string {
  const inner: unknown = values instanceof NullableColumn ? values.values : values;
  if (inner instanceof TextColumn) return "varchar";
  if (inner instanceof BooleanColumn) return "boolean";
  if (inner instanceof DateColumn) return "timestamp(3)";
  if (inner instanceof Float64Array || inner instanceof Float32Array) return "double";
  if (inner instanceof BigUint64Array) return "decimal(20,0)";
  if (ArrayBuffer.isView(inner)) return "bigint";
  return typeOfValues(values, 0) ?? ANYTHING;
}

/** Null without a value. */
function typeOfValues(values: Iterable<unknown>, depth: number): string | null {
  const kinds = new Set<string>();
  const present: unknown[] = [];
  for (const value of values) {
    if (isNone(value)) continue;
    kinds.add(kindOf(value));
    present.push(value);
  }
  const is = (...names: string[]): boolean => [...kinds].every((kind) => names.includes(kind));
  if (kinds.size === 0) return null;
  if (is("integer", "bigint")) return "bigint";
  if (is("integer", "bigint", "decimal")) return `decimal(${MAX_DIGITS},0)`;
  if (is("integer", "double") || (is("integer", "bigint", "double") && present.every(isExactDouble)))
    return "double";
  if (kinds.size > 1 || depth > MAX_DEPTH) return ANYTHING;
  const [kind] = kinds;
  if (kind === "list") {
    const items = (function* () {
      for (const list of present) yield* list as Iterable<unknown>;
    })();
    return `array(${typeOfValues(items, depth + 1) ?? ANYTHING})`;
  }
  return kind === "map" || kind === "object"
    ? typeOfObjects(present as object[], kind, depth)
    : (kind ?? ANYTHING);
}

function typeOfObjects(objects: readonly object[], kind: "map" | "object", depth: number): string {
  const fields = new Map<string, unknown[]>();
  for (const object of objects)
    for (const [name, value] of fieldsOf(object) ?? []) {
      const values = fields.get(name);
      if (values === undefined) fields.set(name, [value]);
      else values.push(value);
    }
  if (kind === "map")
    return `map(varchar, ${typeOfValues([...fields.values()].flat(), depth + 1) ?? ANYTHING})`;
  const lower = new Set([...fields.keys()].map((name) => name.toLowerCase()));
  // No fields, or such as a row can't have: JSON.
  if (fields.size === 0 || lower.size < fields.size || lower.has("") || lower.has("__proto__"))
    return ANYTHING;
  if ([...lower].some((name) => name.includes("\0") || !isWellFormed(name))) return ANYTHING;
  const types = [...fields].map(
    ([name, values]) => `"${name.replaceAll('"', '""')}" ${typeOfValues(values, depth + 1) ?? ANYTHING}`,
  );
  return `row(${types.join(", ")})`;
}

const isExactDouble = (value: unknown): boolean =>
  typeof value === "number" || BigInt(Number(value)) === value;

/** A scalar type, or `list`, `map`, `object`. */
function kindOf(value: unknown): string {
  switch (typeof value) {
    case "number":
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? "integer" : "double";
    case "bigint":
      if (BigInt.asIntN(64, value) === value) return "bigint";
      return value.toString().replace("-", "").length <= MAX_DIGITS ? "decimal" : ANYTHING;
    case "boolean":
      return "boolean";
    case "string":
      return "varchar";
    case "object":
      return value === null ? ANYTHING : kindOfObject(value);
    default:
      return ANYTHING;
  }
}

function kindOfObject(value: object): string {
  if (value instanceof Date) return "timestamp(3)";
  if (value instanceof Uint8Array) return "varbinary";
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) return "list";
  if (value instanceof Map) return "map";
  return ownJson(value) === value ? "object" : ANYTHING;
}
