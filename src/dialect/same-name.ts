/** Items by their names in lower case. @param nameOf - Null for an item that is left out. @param named - Gets them. */
export function groupByName<T>(
  items: Iterable<T>,
  nameOf: (item: T) => string | null,
  named = new Map<string, T[]>(),
): Map<string, T[]> {
  for (const item of items) {
    const name = nameOf(item)?.toLowerCase();
    if (name === undefined) continue;
    const others = named.get(name);
    if (others === undefined) named.set(name, [item]);
    else others.push(item);
  }
  return named;
}

/** Whether two identifiers are equal for the engines, ignoring case; null equals nothing. */
export function sameName(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a.toLowerCase() === b.toLowerCase();
}
