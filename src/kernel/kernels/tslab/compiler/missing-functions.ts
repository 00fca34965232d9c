type Key<T> = (value: T, at: number) => unknown;

function groups<T>(values: Iterable<T>, keyOf: Key<T>): Map<unknown, T[]> {
  const grouped = new Map<unknown, T[]>();
  let at = 0;
  for (const value of values) {
    const key = keyOf(value, at++);
    const group = grouped.get(key);
    if (group) group.push(value);
    else grouped.set(key, [value]);
  }
  return grouped;
}

function groupBy<T>(values: Iterable<T>, keyOf: Key<T>): object {
  const grouped = groups(values, (value, at) => {
    const key = keyOf(value, at);
    return typeof key === "symbol" ? key : String(key);
  });
  return Object.assign(Object.create(null) as object, Object.fromEntries(grouped) as object);
}

function withResolvers(this: PromiseConstructor): object {
  let settle = {};
  const promise = new this((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle };
}

/** Adds functions of ES2024 that Node.js 20 lacks, and that cells use most. */
export function addMissingFunctions(): void {
  const functions = [
    [Object, "groupBy", groupBy],
    [Map, "groupBy", groups],
    [Promise, "withResolvers", withResolvers],
  ] as const;
  for (const [holder, name, value] of functions)
    if (!(name in holder)) Object.defineProperty(holder, name, { value, writable: true, configurable: true });
}
