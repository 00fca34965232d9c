import { ConfigError } from "../errors.ts";

const guards = new WeakSet<object>();

/**
 * Makes reading a column as a property of a table fail: `table.price` and `table["price"]` would be undefined, and NaN in arithmetic.
 * Methods are read as fast as before.
 *
 * @param prototype - Prototype of tables of one copy of Arquero; all tables of that copy change.
 */
export function refuseColumnProperties(prototype: object): void {
  const base = basePrototype(prototype);
  if (guards.has(base)) return;
  // At the end of the prototype chain, which V8 reaches only for properties that no table has.
  const handler: ProxyHandler<object> = {
    get: (target, key, table) => {
      if (typeof key === "string" && !(key in target) && isColumn(table as object, key))
        throw new ConfigError(
          `a table has no property ${key}, but a column: table.array(${JSON.stringify(key)}) has its values`,
        );
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

/** `await` reads `then` of every value. */
function isColumn(table: object, name: string): boolean {
  return (
    name !== "then" &&
    Object.hasOwn(table, "_names") &&
    (table as { readonly _names: readonly string[] })._names.includes(name)
  );
}
