/** Names that a program declares for itself, each unlike the notebook's names that the program refers to. */
export interface LocalNames {
  /** The local name for `name`: the same, or with underscores added where the notebook's own would be hidden. */
  of(name: string): string;
  /** The same as an entry of a destructuring pattern: `sql`, or `sql: sql_`. */
  picked(name: string): string;
}

/** @param taken - Notebook variables that the program refers to. */
export function createLocalNames(taken: ReadonlySet<string>): LocalNames {
  const of = (name: string): string => (taken.has(name) ? of(`${name}_`) : name);
  return { of, picked: (name) => (of(name) === name ? name : `${name}: ${of(name)}`) };
}
