import { columnKind, parseServiceType } from "../../../core/wire/service-type.ts";
import { jsonText } from "../../../core/text/json-text.ts";

/**
 * Formats a column's values as JSON by service type: doubles always with a point, decimals as exact numbers, rows with field names, dates
 * as days, timestamps without a zone as the service writes them.
 */
export function valueText(serviceType: string | undefined): (value: unknown) => string {
  if (serviceType === undefined) return jsonText;
  const type = parseServiceType(serviceType);
  if (columnKind(type) === "float") {
    return (value) => {
      const text = jsonText(value);
      return /^-?\d+$/.test(text) ? `${text}.0` : text;
    };
  }
  // A day in a time zone, and a day of another type's value, may have a time.
  const dateText =
    type.name === "date"
      ? (iso: string) => iso.replace(/T00:00:00\.000Z"$/, '"')
      : type.name === "timestamp"
        ? (iso: string) => iso.replace("T", " ").replace('Z"', '"')
        : (iso: string) => iso;
  return (value) => (value instanceof Date ? dateText(jsonText(value)) : jsonText(value, type));
}
