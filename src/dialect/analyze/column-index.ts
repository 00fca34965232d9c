interface IndexedColumn {
  readonly name: string;
  readonly qualifiers: readonly string[];
}

/** The columns of a relation by name; of a join by those of its sides, so that a chain of joins reads each column once. */
export class ColumnIndex<Column extends IndexedColumn> {
  readonly #sides: readonly ColumnIndex<Column>[];
  readonly #columns: readonly Column[];
  #byName: Map<string, Column[]> | undefined;

  constructor(columns: readonly Column[], sides: readonly ColumnIndex<Column>[] = []) {
    this.#columns = columns;
    this.#sides = sides;
  }

  /** The columns of a name in the relation's order. @param relation - Their alias or table, if it is given. */
  named(name: string, relation: string | null = null): readonly Column[] {
    return this.#collect(keyOf(relation, name), []);
  }

  hasRelation(name: string): boolean {
    return this.#collect(keyOf(name, ANY), []).length > 0;
  }

  #collect(key: string, into: Column[]): Column[] {
    if (this.#sides.length > 0) for (const side of this.#sides) side.#collect(key, into);
    else for (const column of this.#own().get(key) ?? []) into.push(column);
    return into;
  }

  #own(): Map<string, Column[]> {
    if (this.#byName !== undefined) return this.#byName;
    const byName = new Map<string, Column[]>();
    const add = (key: string, column: Column): void => {
      const others = byName.get(key);
      if (others === undefined) byName.set(key, [column]);
      else others.push(column);
    };
    for (const column of this.#columns) {
      add(keyOf(null, column.name), column);
      const [relation] = column.qualifiers;
      if (relation === undefined) continue;
      add(keyOf(relation, column.name), column);
      add(keyOf(relation, ANY), column);
    }
    return (this.#byName = byName);
  }
}

/** In a key, in place of a column's name. */
const ANY = "\0";

const keyOf = (relation: string | null, name: string): string =>
  `${relation === null ? "" : `${relation.toLowerCase()}\0`}${name.toLowerCase()}`;
