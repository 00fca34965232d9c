import { formatDate } from "../../display/table/format-date.ts";
import { uniqueNames } from "../../../core/table/unique-names.ts";
import { objectText } from "./compare-values.ts";

/**
 * Column names of a pivot, measure by measure: dimension values joined by `_`, prefixed with the measure's name if there are several.
 * Duplicate names get a number: `a_2`.
 */
export function groupNames(
  index: string,
  measures: readonly string[],
  groups: readonly (readonly unknown[])[],
): string[] {
  const names = measures.flatMap((measure) =>
    groups.map((values) => [...(measures.length > 1 ? [measure] : []), ...values.map(valueName)].join("_")),
  );
  return uniqueNames([index, ...names]).slice(1);
}

function valueName(value: unknown): string {
  if (value instanceof Date) return formatDate(value, null, "second");
  return typeof value === "string" ? value : objectText(value);
}
