/** A table of the catalogue. */
export interface TableKey {
  readonly database: string;
  readonly name: string;
}

/** Tables by their full names in the SQL of a statement: those that are read are among them, which does no harm. */
const FULL_NAME = /"svc-data"\."([a-z0-9_]+)"\."([a-z0-9_]+)"/g;

/**
 * Counts the changes of each table, so that what was read of one counts while nobody wrote to it. A change is noted before it begins and after
 * it is committed: what is read in between is then of a version that has passed.
 */
export class TableChanges {
  readonly #versions = new Map<string, number>();
  /** Of changes that may be of any table. */
  #all = 0;
  #last = 0;

  version({ database, name }: TableKey): number {
    return Math.max(this.#all, this.#versions.get(`${database}.${name}`) ?? 0);
  }

  /** @param tables - null: any. */
  note(tables: readonly TableKey[] | null): void {
    this.#last++;
    if (tables === null) this.#all = this.#last;
    else for (const { database, name } of tables) this.#versions.set(`${database}.${name}`, this.#last);
  }

  /** Runs work that changes tables. */
  async during<T>(tables: readonly TableKey[] | null, work: () => Promise<T>): Promise<T> {
    this.note(tables);
    try {
      return await work();
    } finally {
      this.note(tables);
    }
  }
}

/** The tables that statements of the service's own making name. */
export function namedTables(statements: readonly string[]): TableKey[] {
  return statements.flatMap((sql) =>
    [...sql.matchAll(FULL_NAME)].map(([, database = "", name = ""]) => ({ database, name })),
  );
}
