import { ConfigError } from "../errors.ts";

const guards = new WeakSet<object>();

/** How properties of pandas' tables are written here. Calls of its methods fail by themselves. */
export const PANDAS_PROPERTIES: Readonly<Record<string, string>> = {
  T: "fold and pivot",
  columns: "columnNames()",
  dtypes: "schema",
  empty: "numRows() === 0",
  iloc: "object(0) of one row, slice(0, 5) of several",
  loc: "filter((d) => d.x > 0)",
  shape: "numRows() and numCols()",
};

/**
 * Makes reading a column as a property of a table fail, and a property that pandas has: `table.price`, `table["price"]` and `table.shape` would be
 * undefined, and NaN in arithmetic. Methods are read as fast as before.
 *
 * @param prototype - Prototype of tables of one copy of Arquero; all tables of that copy change.
 */
export function refuseColumnProperties(prototype: object): void {
  const base = basePrototype(prototype);
  if (guards.has(base)) return;
  // At the end of the prototype chain, which V8 reaches only for properties that no table has.
  const handler: ProxyHandler<object> = {
    get: (target, key, table) => {
      const suggestion =
        typeof key === "string" && !(key in target) ? propertyMeant(table as object, key) : null;
      if (suggestion !== null)
        throw new ConfigError(`a table has no property ${key as string}, but ${suggestion}`);
      return Reflect.get(target, key, table) as unknown;
    },
  };
  const guard = new Proxy({}, handler);
  guards.add(guard);
  Object.setPrototypeOf(base, guard);
}

/** The prototype that inherits nothing but what every object has, or the guard that it inherits from. */
function basePrototype(prototype: object): object {
  const inherited = Object.getPrototypeOf(prototype) as object | null;
  return inherited === null || inherited === Object.prototype ? prototype : basePrototype(inherited);
}

/** What stands for a property that a table lacks; null for those that other code may look for, such as `then`, which `await` reads. */
function propertyMeant(table: object, key: string): string | null {
  if (key === "then" || !Object.hasOwn(table, "_names")) return null;
  const { _names: names } = table as { readonly _names: readonly string[] };
  if (names.includes(key)) return `a column: table.array(${JSON.stringify(key)}) has its values`;
  if (Object.hasOwn(PANDAS_PROPERTIES, key)) return `it has ${PANDAS_PROPERTIES[key]}`;
  // A list in brackets is its names with commas between them.
  const several = key.split(",");
  if (!several.every((name) => names.includes(name))) return null;
  return `columns: table.select(${several.map((name) => JSON.stringify(name)).join(", ")}) has them`;
}
