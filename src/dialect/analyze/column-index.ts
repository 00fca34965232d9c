interface IndexedColumn {
  readonly name: string;
  readonly qualifiers: readonly string[];
}

/** The places of columns; more are added behind those of a join's left side. */
interface ColumnPlaces {
  readonly byName: Map<string, number[]>;
  /** The first of each relation. */
  readonly byRelation: Map<string, number>;
  count: number;
  /** By relation and name, only where a name is looked up that many columns have, as in a long chain of joins. */
  readonly byBoth: Map<string, number[]>;
  countByBoth: number;
}

/** Columns of a name that are looked at one by one. */
const FEW = 4;

/** The columns of a relation by name. A join adds its right side to the index of its left one, so that a chain of joins reads each column once. */
export class ColumnIndex<Column extends IndexedColumn> {
  private readonly columns: readonly Column[];
  private readonly leftSide: ColumnIndex<Column> | null;
  private places: ColumnPlaces | null = null;

  /** @param leftSide - The index of the columns that it begins with. */
  constructor(columns: readonly Column[], leftSide: ColumnIndex<Column> | null = null) {
    this.columns = columns;
    this.leftSide = leftSide;
  }

  /** The columns of a name in the relation's order. @param relation - Their alias or table, if it is given. */
  named(name: string, relation: string | null = null): readonly Column[] {
    const key = name.toLowerCase();
    const qualifier = relation?.toLowerCase() ?? null;
    const ofName = this.read().byName.get(key) ?? [];
    const places = qualifier !== null && ofName.length > FEW ? this.withBoth(qualifier, key) : ofName;
    const columns: Column[] = [];
    for (const place of places) {
      const column = this.columns[place];
      if (column !== undefined && (qualifier === null || relationOf(column) === qualifier))
        columns.push(column);
    }
    return columns;
  }

  hasRelation(name: string): boolean {
    return (this.read().byRelation.get(name.toLowerCase()) ?? Infinity) < this.columns.length;
  }

  private read(): ColumnPlaces {
    if (this.places !== null) return this.places;
    const before = this.leftSide === null ? null : this.leftSide.read();
    // Another join may have added its columns.
    const isNext = before !== null && before.count === this.leftSide!.columns.length;
    const places = isNext ? before : emptyPlaces();
    for (; places.count < this.columns.length; places.count += 1) {
      const column = this.columns[places.count]!;
      add(places.byName, column.name.toLowerCase(), places.count);
      const relation = relationOf(column);
      if (relation !== null && !places.byRelation.has(relation))
        places.byRelation.set(relation, places.count);
    }
    return (this.places = places);
  }

  private withBoth(relation: string, name: string): readonly number[] {
    const places = this.read();
    for (; places.countByBoth < this.columns.length; places.countByBoth += 1) {
      const column = this.columns[places.countByBoth]!;
      add(places.byBoth, keyOf(relationOf(column) ?? "", column.name.toLowerCase()), places.countByBoth);
    }
    return places.byBoth.get(keyOf(relation, name)) ?? [];
  }
}

const emptyPlaces = (): ColumnPlaces => ({
  byName: new Map(),
  byRelation: new Map(),
  count: 0,
  byBoth: new Map(),
  countByBoth: 0,
});

const relationOf = ({ qualifiers: [relation] }: IndexedColumn): string | null =>
  relation === undefined ? null : relation.toLowerCase();

const keyOf = (relation: string, name: string): string => `${relation}\0${name}`;

function add(places: Map<string, number[]>, key: string, place: number): void {
  const others = places.get(key);
  if (others === undefined) places.set(key, [place]);
  else others.push(place);
}
