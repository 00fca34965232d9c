import { Table as ArqueroTable } from "arquero";
import { ConfigError } from "../errors.ts";

const done = new WeakSet<object>();

/**
 * Makes reading a column as a property of a table fail: `table.price` and `table["price"]` would be undefined, and NaN in arithmetic.
 *
 * @param prototype - Prototype of tables; what it inherits is read as before.
 */
export function refuseColumnProperties(prototype: object): void {
  if (done.has(prototype)) return;
  done.add(prototype);
  // An object between the two, as `instanceof` compares the prototypes themselves.
  const between = Object.create(Object.getPrototypeOf(prototype) as object) as object;
  const handler: ProxyHandler<object> = {
    get: (target, key, table) => {
      if (typeof key === "string" && !(key in target) && isColumn(table as object, key))
        throw new ConfigError(
          `a table has no property ${key}, but a column: table.array(${JSON.stringify(key)}) has its values`,
        );
      return Reflect.get(target, key, table) as unknown;
    },
  };
  // V8 asks for the tag with the proxy in place of the table.
  const tag = Object.getOwnPropertyDescriptor(ArqueroTable.prototype, Symbol.toStringTag);
  if (tag !== undefined) Object.defineProperty(prototype, Symbol.toStringTag, tag);
  Object.setPrototypeOf(prototype, new Proxy(between, handler));
}

/** `await` asks every value for `then`. */
function isColumn(table: object, name: string): boolean {
  return (
    name !== "then" &&
    Object.hasOwn(table, "_names") &&
    (table as { readonly _names: readonly string[] })._names.includes(name)
  );
}
