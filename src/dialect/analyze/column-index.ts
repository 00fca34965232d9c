interface IndexedColumn {
  readonly name: string;
  readonly qualifiers: readonly string[];
}

/** Columns by name, with their places; more are added behind those of a join's left side. */
interface Entries<Column> {
  readonly byName: Map<string, { readonly column: Column; readonly place: number }[]>;
  count: number;
}

/** The columns of a relation by name. A join adds its right side to the index of its left one, so that a chain of joins reads each column once. */
export class ColumnIndex<Column extends IndexedColumn> {
  readonly #columns: readonly Column[];
  readonly #left: ColumnIndex<Column> | null;
  #entries: Entries<Column> | undefined;

  /** @param leftSide - The index of the columns that it begins with. */
  constructor(columns: readonly Column[], leftSide: ColumnIndex<Column> | null = null) {
    this.#columns = columns;
    this.#left = leftSide;
  }

  /** The columns of a name in the relation's order. @param relation - Their alias or table, if it is given. */
  named(name: string, relation: string | null = null): readonly Column[] {
    return this.#at(keyOf(relation, name));
  }

  hasRelation(name: string): boolean {
    return this.#at(keyOf(name, ANY)).length > 0;
  }

  #at(key: string): readonly Column[] {
    const { length } = this.#columns;
    const columns: Column[] = [];
    for (const { column, place } of this.#read().byName.get(key) ?? [])
      if (place < length) columns.push(column);
    return columns;
  }

  #read(): Entries<Column> {
    if (this.#entries !== undefined) return this.#entries;
    const leftSide = this.#left;
    const before = leftSide === null ? null : leftSide.#read();
    // Another join may have added its columns.
    const isNext = before !== null && before.count === leftSide!.#columns.length;
    const entries: Entries<Column> = isNext ? before : { byName: new Map(), count: 0 };
    const add = (key: string, column: Column): void => {
      const entry = { column, place: entries.count };
      const others = entries.byName.get(key);
      if (others === undefined) entries.byName.set(key, [entry]);
      else others.push(entry);
    };
    for (; entries.count < this.#columns.length; entries.count += 1) {
      const column = this.#columns[entries.count]!;
      add(keyOf(null, column.name), column);
      const [relation] = column.qualifiers;
      if (relation === undefined) continue;
      add(keyOf(relation, column.name), column);
      add(keyOf(relation, ANY), column);
    }
    return (this.#entries = entries);
  }
}

/** In a key, in place of a column's name. */
const ANY = "\0";

const keyOf = (relation: string | null, name: string): string =>
  `${relation === null ? "" : `${relation.toLowerCase()}\0`}${name.toLowerCase()}`;
