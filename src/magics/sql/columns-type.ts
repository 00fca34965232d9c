import { uniqueNames } from "../../core/table/unique-names.ts";
import { columnKind, parseServiceType, type ServiceType } from "../../core/wire/service-type.ts";
import { isIdentifier } from "../cell/source/identifier.ts";
import type { CatalogueColumn } from "../catalogue.ts";

/**
 * The TypeScript type of rows with these columns, such as `{ origin: string; flights: number }`; null without columns.
 *
 * @param dates - Whether dates and timestamps are converted to `Date`, as magics do; else they are text.
 */
export function columnsType(columns: readonly CatalogueColumn[], dates: boolean): string | null {
  const names = uniqueNames(columns.map(({ name }) => name));
  const fields = columns.map(({ type }, at) => {
    const name = names[at] ?? "";
    const value = valueType(parseServiceType(type ?? ""), dates);
    const isTime = dates && name === "time" && value === "number";
    return `${isIdentifier(name) ? name : JSON.stringify(name)}: ${isTime ? "Date" : value}`;
  });
  return fields.length === 0 ? null : `{ ${fields.join("; ")} }`;
}

/** The TypeScript type of values in a table. Whether integers include BigInt is not known before the statement runs. */
function valueType(type: ServiceType, dates: boolean): string {
  const { name, inner, parameters: [precision = 3] = [] } = type;
  if (dates && name === "date") return "Date";
  // Values finer than a millisecond stay text.
  if (dates && name.startsWith("timestamp")) return precision > 3 ? "any" : "Date";
  if (name === "array" && inner[0] !== undefined)
    return /^(?:row|struct)$/.test(inner[0].name) ? "any[]" : `${valueType(inner[0], false)}[]`;
  const kind = columnKind(type);
  // JSON may be text or a value.
  if (kind === "value" || name === "json") return "any";
  return kind === "integer" || kind === "float" ? "number" : kind === "boolean" ? kind : "string";
}
