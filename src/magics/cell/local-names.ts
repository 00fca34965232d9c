/** Names for a program's own declarations, distinct from the notebook's names that it refers to. */
export interface LocalNames {
  /** The local name for `name`: unchanged, or with underscores appended if it would hide a notebook variable. */
  of(name: string): string;
  /** {@link of} as an entry of a destructuring pattern: `sql`, or `sql: sql_`. */
  picked(name: string): string;
}

/** @param taken - Notebook variables that the program refers to. */
export function createLocalNames(taken: ReadonlySet<string>): LocalNames {
  const of = (name: string): string => (taken.has(name) ? of(`${name}_`) : name);
  return { of, picked: (name) => (of(name) === name ? name : `${name}: ${of(name)}`) };
}
