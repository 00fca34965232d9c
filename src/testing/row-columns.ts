import { ConfigError } from "../core/errors.ts";
import { isPlainObject } from "../core/text/is-plain-object.ts";
import { quoteName } from "../dialect/quote.ts";
import { scalarJson, stringifyJson } from "../engine/results/values/stringify-json.ts";
import type { TestRows } from "./test-options.ts";

const LEAST_LONG = -(2n ** 63n);

/** The engine's types of the columns of rows, in the order in which they first appear. @param table - For errors. */
export function rowColumns(rows: TestRows, table: string): Map<string, string> {
  const columns = new Map<string, string | null>();
  for (const [i, row] of rows.entries())
    for (const [name, value] of Object.entries(row)) {
      const type = both(columns.get(name) ?? null, typeOf(value));
      if (type === undefined)
        throw new ConfigError(
          `column ${name} of ${table}: the value of row ${i + 1} is of another kind than those before`,
        );
      columns.set(name, type);
    }
  return new Map([...columns].map(([name, type]) => [name, type ?? "VARCHAR"]));
}

/** Null for a value that fits any type. */
function typeOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case "boolean":
      return "BOOLEAN";
    case "number":
      return Number.isSafeInteger(value) ? "BIGINT" : "DOUBLE";
    case "bigint":
      return value >= LEAST_LONG && value < -LEAST_LONG ? "BIGINT" : "DECIMAL(38,0)";
    case "string":
      return "VARCHAR";
    case "object":
      return objectType(value);
    default:
      throw new ConfigError(`a ${typeof value} can't be a value of a row`);
  }
}

function objectType(value: object): string {
  if (isDate(value)) return "TIMESTAMP";
  if (value instanceof Uint8Array) return "BLOB";
  if (Array.isArray(value)) {
    const type = value.reduce<string | null | undefined>((former, item) => both(former, typeOf(item)), null);
    if (type === undefined) throw new ConfigError("the values of a list must be of one kind");
    return `${type ?? "VARCHAR"}[]`;
  }
  if (!isPlainObject(value))
    throw new ConfigError(`an object ${value.constructor.name} can't be a value of a row`);
  const fields = Object.entries(value).map(
    ([name, item]) => `${quoteName(name)} ${typeOf(item) ?? "VARCHAR"}`,
  );
  return `STRUCT(${fields.join(", ")})`;
}

const WIDER = ["BIGINT", "DECIMAL(38,0)", "DOUBLE"];

/** The type that holds values of both; undefined if there is none. */
function both(one: string | null | undefined, other: string | null): string | null | undefined {
  if (one === null || one === other) return other;
  if (other === null || one === undefined) return one;
  const [a, b] = [WIDER.indexOf(one), WIDER.indexOf(other)];
  return a >= 0 && b >= 0 ? WIDER[Math.max(a, b)] : undefined;
}

/** A date of any realm: test runners have their own. */
const isDate = (value: object): value is Date => Object.prototype.toString.call(value) === "[object Date]";

/** A row as a line of JSON in the forms that the engine reads: bytes as `\xAB`, NaN as text. */
export const rowJson = (row: TestRows[number]): string =>
  stringifyJson(row, (value) => {
    if (value instanceof Uint8Array)
      return JSON.stringify([...value].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join(""));
    return typeof value === "number" && !Number.isFinite(value) ? `"${value}"` : scalarJson(value);
  });
