import type { ServiceType } from "../wire/service-type.ts";

type Convert = (value: unknown) => unknown;

const same: Convert = (value) => value;

/**
 * Converts values of a type, at any depth: scalars as `scalar` says, rows to objects by field name if all fields have
 * different names. Values of another form than the type's are kept.
 *
 * @param scalar - The conversion of a scalar type; null for none.
 * @returns null if there is nothing to convert.
 */
export function nestedConverter(
  type: ServiceType,
  scalar: (type: ServiceType) => Convert | null = () => null,
): Convert | null {
  const { name, inner, fieldNames } = type;
  if (inner.length === 0) return scalar(type);
  const parts = inner.map((part) => orNull(nestedConverter(part, scalar)));
  const [first = same, second = same] = parts;
  const isList = name === "array";
  const names = rowNames(type);
  if (names === null && parts.every((part) => part === same)) return null;
  return (value) => {
    if (Array.isArray(value)) {
      if (isList) return value.map((item) => first(item));
      return names?.length === value.length
        ? rowOf(names, value, parts)
        : value.map((item, at) => (parts[at] ?? same)(item));
    }
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
    const keys = Object.keys(value);
    const items = Object.values(value) as unknown[];
    // A row can also arrive as an object.
    return rowOf(
      keys,
      items,
      keys.map((key, at) =>
        name === "map" ? second : (parts[fieldNames.indexOf(key)] ?? parts[at] ?? same),
      ),
    );
  };
}

function orNull(convert: Convert | null): Convert {
  if (convert === null) return same;
  return (value) => (value === null || value === undefined ? null : convert(value));
}

/** The field names of a row type, if they can be an object's keys. */
export function rowNames(type: ServiceType | undefined): readonly string[] | null {
  const { inner = [], fieldNames = [] } = type ?? {};
  const named = fieldNames.length > 0 && !fieldNames.includes("");
  return named && new Set(fieldNames).size === inner.length ? fieldNames : null;
}

function rowOf(names: readonly string[], items: readonly unknown[], parts: readonly Convert[]): object {
  const row: Record<string, unknown> = {};
  names.forEach((name, at) => setField(row, name, (parts[at] ?? same)(items[at])));
  return row;
}

/** Sets an own field, also one named `__proto__`. */
export function setField(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}
