import { ConfigError } from "../core/errors.ts";
import { isPlainObject } from "../core/text/json-text.ts";
import { quoteName } from "../dialect/quote.ts";
import type { TestRows } from "./test-options.ts";

/** The type of a value of a row: a scalar one of the engine, or of a list or an object; null if it fits any. */
type RowType =
  string | { readonly items: RowType } | { readonly fields: ReadonlyMap<string, RowType> } | null;

/** Values of two kinds that no type holds. */
class Mixed extends Error {}

/** The engine's types of the columns of rows, in the order in which they first appear. @param table - For errors. */
export function rowColumns(rows: TestRows, table: string): Map<string, string> {
  let columns: ReadonlyMap<string, RowType> = new Map();
  for (const [i, row] of rows.entries())
    for (const [name, value] of Object.entries(row))
      try {
        columns = withField(columns, name, typeOf(value));
      } catch (error) {
        if (!(error instanceof Mixed)) throw inColumn(name, error);
        throw new ConfigError(
          `column ${name} of ${table}: the value of row ${i + 1} is of another kind than those before`,
        );
      }
  checkFields(columns);
  return new Map(
    [...columns].map(([name, type]) => {
      try {
        return [name, typeText(type)];
      } catch (error) {
        throw inColumn(name, error);
      }
    }),
  );
}

const inColumn = (name: string, cause: unknown): ConfigError =>
  new ConfigError(`column ${name}: ${(cause as Error).message}`, { cause });

function typeOf(value: unknown): RowType {
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case "boolean":
      return "BOOLEAN";
    case "number":
      return Number.isSafeInteger(value) ? "BIGINT" : "DOUBLE";
    case "bigint":
      if (BigInt.asIntN(64, value) === value) return "BIGINT";
      if (value.toString().replace("-", "").length > MAX_DIGITS)
        throw new ConfigError(`${value} has more than ${MAX_DIGITS} digits`);
      return `DECIMAL(${MAX_DIGITS},0)`;
    case "string":
      return "VARCHAR";
    case "object":
      return objectType(value);
    default:
      throw new ConfigError(`a ${typeof value} can't be a value of a row`);
  }
}

const MAX_DIGITS = 38;

function objectType(value: object): RowType {
  if (isDate(value)) return "TIMESTAMP";
  if (value instanceof Uint8Array) return "BLOB";
  if (Array.isArray(value))
    return { items: value.reduce<RowType>((former, item) => both(former, typeOf(item)), null) };
  if (!isPlainObject(value))
    throw new ConfigError(`an object ${value.constructor.name} can't be a value of a row`);
  return { fields: new Map(Object.entries(value).map(([name, item]) => [name, typeOf(item)])) };
}

const WIDER: readonly unknown[] = ["BIGINT", `DECIMAL(${MAX_DIGITS},0)`, "DOUBLE"];

/** The type that holds values of both. @throws Mixed if there is none. */
function both(one: RowType, other: RowType): RowType {
  if (one === null || other === null || one === other) return one ?? other;
  if (typeof one === "object" && typeof other === "object") {
    if ("items" in one && "items" in other) return { items: both(one.items, other.items) };
    if ("fields" in one && "fields" in other)
      return {
        fields: [...other.fields].reduce((fields, [name, type]) => withField(fields, name, type), one.fields),
      };
  }
  const wider = WIDER[Math.max(WIDER.indexOf(one), WIDER.indexOf(other))];
  if (!WIDER.includes(one) || !WIDER.includes(other)) throw new Mixed("the values are of several kinds");
  return wider as RowType;
}

/** The fields with one more, or the same where it changes nothing. */
function withField(
  fields: ReadonlyMap<string, RowType>,
  name: string,
  type: RowType,
): ReadonlyMap<string, RowType> {
  const former = fields.get(name);
  const wider = both(former ?? null, type);
  return former !== undefined && wider === former ? fields : new Map(fields).set(name, wider);
}

function typeText(type: RowType): string {
  if (type === null) return "VARCHAR";
  if (typeof type === "string") return type;
  if ("items" in type) return `${typeText(type.items)}[]`;
  if (type.fields.size === 0) throw new ConfigError("no object in it says which fields it has");
  checkFields(type.fields);
  return `STRUCT(${[...type.fields].map(([name, field]) => `${quoteName(name)} ${typeText(field)}`).join(", ")})`;
}

/** @throws ConfigError for names that SQL does not tell apart, and an empty one. */
function checkFields(fields: ReadonlyMap<string, RowType>): void {
  const names = new Map<string, string>();
  for (const name of fields.keys()) {
    if (name === "") throw new ConfigError("a name is empty");
    const same = names.get(name.toLowerCase());
    if (same !== undefined) throw new ConfigError(`the names ${same} and ${name} are the same in SQL`);
    names.set(name.toLowerCase(), name);
  }
}

/** A date of any realm: test runners have their own. */
const isDate = (value: object): value is Date => Object.prototype.toString.call(value) === "[object Date]";
