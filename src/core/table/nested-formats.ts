import { hexText, jsonText } from "../text/json-text.ts";
import { parseServiceType } from "../wire/service-type.ts";

const NESTED = /^(?:array|map|row|struct|varbinary|binary)\b/i;

/**
 * Formats of Arquero's CSV writer for nested columns, as JSON, and binary ones, as hexadecimal, which it writes as `[object Object]`
 * and lists of bytes.
 */
export function csvFormats(
  types: Readonly<Record<string, string>>,
): Record<string, (value: unknown) => unknown> {
  const nested = Object.entries(types).filter(([, type]) => NESTED.test(type));
  return Object.fromEntries(
    nested.map(([name, text]) => {
      const type = parseServiceType(text);
      return [
        name,
        (value: unknown) => {
          if (typeof value !== "object" || value === null) return value;
          return value instanceof Uint8Array ? hexText(value) : jsonText(value, type);
        },
      ];
    }),
  );
}
