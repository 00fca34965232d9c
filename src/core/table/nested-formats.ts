import { fieldsOf, hexText, jsonText } from "../decode/json-text.ts";
import { parseServiceType, type ServiceType } from "../wire/service-type.ts";

const NESTED = /^(?:array|map|row|struct|varbinary|binary)\b/i;

type Formats = Record<string, (value: unknown) => unknown>;

/** Formats of Arquero's text writers for nested and binary columns, which it writes as `[object Object]` and lists of bytes. */
function nestedFormats(
  types: Readonly<Record<string, string>>,
  format: (value: object, type: ServiceType) => unknown,
): Formats {
  const nested = Object.entries(types).filter(([, type]) => NESTED.test(type));
  return Object.fromEntries(
    nested.map(([name, text]) => {
      const type = parseServiceType(text);
      return [
        name,
        (value: unknown) => (typeof value === "object" && value !== null ? format(value, type) : value),
      ];
    }),
  );
}

/** For CSV: nested values are JSON, binary is hexadecimal. */
export const csvFormats = (types: Readonly<Record<string, string>>): Formats =>
  nestedFormats(types, (value, type) =>
    value instanceof Uint8Array ? hexText(value) : jsonText(value, type),
  );

/** For JSON: rows are objects, binary is hexadecimal. */
export const jsonFormats = (types: Readonly<Record<string, string>>): Formats =>
  nestedFormats(types, withFieldNames);

function withFieldNames(value: unknown, type: ServiceType | undefined): unknown {
  if (value instanceof Uint8Array) return hexText(value);
  if (typeof value !== "object" || value === null) return value;
  const fields = fieldsOf(value, type);
  if (fields !== null)
    return Object.fromEntries(fields.map(([name, item, inner]) => [name, withFieldNames(item, inner)]));
  return Array.from(value as Iterable<unknown>, (item, at) =>
    withFieldNames(item, type?.inner[at] ?? type?.inner[0]),
  );
}
