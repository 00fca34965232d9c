import { columnKind, parseServiceType } from "../../wire/service-type.ts";
import { BooleanColumn } from "../../table/columns/boolean-column.ts";
import { NullableColumn } from "../../table/columns/nullable-column.ts";
import { TextColumn } from "../../table/columns/text-column.ts";
import type { FrameColumn } from "../frame.ts";
import type { UploadColumn } from "./upload-column.ts";

/**
 * Uploads a column without a copy or a check of each value, if its storage implies its type. NaN in numbers becomes null. Null:
 * the type must be inferred from the values.
 */
export function typedColumn({ name, values, type }: FrameColumn): UploadColumn | null {
  if (values instanceof TextColumn) return { name, kind: "string", values };
  if (values instanceof BooleanColumn) return { name, kind: "boolean", values };
  const declared = type === null ? null : columnKind(parseServiceType(type));
  const numbers: unknown = values instanceof NullableColumn ? values.values : values;
  if (numbers instanceof BigInt64Array) return declared === "float" ? null : { name, kind: "long", values };
  if (numbers instanceof Int32Array) return { name, kind: declared === "float" ? "double" : "long", values };
  if (!(numbers instanceof Float64Array)) return null;
  const nulls = values instanceof NullableColumn ? values.nulls : null;
  if (declared === "integer" && allSafe(numbers, nulls)) return { name, kind: "long", values };
  const withNaN = nullsOf(numbers, nulls);
  const isSame = withNaN === null || withNaN === nulls;
  return { name, kind: "double", values: isSame ? values : new NullableColumn(numbers, withNaN) };
}

function allSafe(values: Float64Array, nulls: Uint8Array | null): boolean {
  for (let row = 0; row < values.length; row++) {
    if (!Number.isSafeInteger(values[row]) && nulls?.[row] !== 1) return false;
  }
  return true;
}

/** The null mask extended by NaN; unchanged if there are no NaN. */
function nullsOf(values: Float64Array, nulls: Uint8Array | null): Uint8Array | null {
  let mask = nulls;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    if (value === value || mask?.[row] === 1) continue;
    if (mask === nulls) mask = nulls === null ? new Uint8Array(values.length) : nulls.slice();
    (mask as Uint8Array)[row] = 1;
  }
  return mask;
}
