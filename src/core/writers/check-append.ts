import { UploadError } from "../errors.ts";
import { integerBits, scalarType } from "../../dialect/types/scalar-types.ts";
import { jsonText } from "../text/json-text.ts";

/** A column to add to a table's; `sqlType` is the type in which its values are sent. */
export interface AppendedColumn {
  readonly name: string;
  readonly sqlType: string;
  readonly value: (row: number) => unknown;
}

/**
 * Refuses values that an engine's INSERT would round, cut or wrap without an error. Columns of 4-byte floats take rounded numbers, but none past their range.
 *
 * @param described - Names and types of the table's columns, as the engine spells them. Other columns are left to the engine.
 * @throws UploadError
 */
export function checkAppend(
  columns: readonly AppendedColumn[],
  rowCount: number,
  table: string,
  described: readonly (readonly [unknown, unknown])[],
): void {
  const plain = (text: unknown): string => String(text).trim().toLowerCase();
  const types = new Map(described.map(([name, type]) => [plain(name), plain(type)]));
  for (const { name, sqlType, value } of columns) {
    const type = types.get(name.toLowerCase());
    if (type === undefined || type === sqlType) continue;
    for (let row = 0; row < rowCount; row++) {
      const one = value(row);
      if (one === null || one === undefined || holds(type, one)) continue;
      const text = typeof one === "number" ? String(one) : jsonText(one).slice(0, 40);
      throw new UploadError(
        `column ${name} of ${table} is ${type}, which can't hold ${text} of row ${row}; no rows were added`,
        0,
      );
    }
  }
}

function holds(type: string, value: unknown): boolean {
  const [, name = "", size, scale = "0"] = /^(\w+)(?:\((\d+)(?:, *(\d+))?\))?$/.exec(type) ?? [];
  const scalar = scalarType(name);
  // Results have values of `number` as texts, columns have them as numbers.
  if (scalar?.engine === "VARCHAR" && name !== "number")
    return size === undefined
      ? typeof value !== "object"
      : typeof value !== "number" && [...String(value)].length <= Number(size);
  // Hive reads any word as a number, time or boolean, or as NULL.
  if (typeof value !== "number" && typeof value !== "bigint") return false;
  if (scalar?.presto === "real")
    return Number.isFinite(Math.fround(Number(value))) || !Number.isFinite(Number(value));
  if (scalar?.presto === "double") return typeof value === "number" || BigInt(Number(value)) === value;
  const bits = integerBits(scalar);
  if (bits !== null)
    return (
      (typeof value === "bigint" || Number.isInteger(value)) &&
      BigInt.asIntN(bits, BigInt(value)) === BigInt(value)
    );
  const most = 10 ** (Number(size) - Number(scale));
  if (name !== "decimal" || value >= most || value <= -most) return false;
  return typeof value === "bigint" || Number(value.toFixed(Number(scale))) === value;
}
