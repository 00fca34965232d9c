/** A table of the catalogue. */
export interface TableKey {
  readonly database: string;
  readonly name: string;
}

/** What a change is of: a table, or a database as a whole where `name` is null. */
export type Changed = TableKey | { readonly database: string; readonly name: null };

/**
 * Collects what changed since somebody last looked. A change is noted before it begins and after it is committed: who looks in between
 * looks again after it.
 */
export class TableChanges {
  /** By their full names. */
  #changed = new Map<string, Changed>();
  #any = false;
  #onNote: () => void = () => undefined;

  /** @param changed - null: anything. */
  note(changed: readonly Changed[] | null): void {
    if (changed === null) this.#any = true;
    else for (const one of changed) this.#changed.set(`${one.database}.${one.name ?? ""}`, one);
    this.#onNote();
  }

  /** Runs work that changes tables or databases. */
  async during<T>(changed: readonly Changed[] | null, work: () => Promise<T>): Promise<T> {
    this.note(changed);
    try {
      return await work();
    } finally {
      this.note(changed);
    }
  }

  /** What changed since the last call; null: anything may have. */
  take(): readonly Changed[] | null {
    const changed = this.#any ? null : [...this.#changed.values()];
    this.#any = false;
    this.#changed = new Map();
    return changed;
  }

  /** Calls `listener` for each note. */
  watch(listener: () => void): void {
    this.#onNote = listener;
  }
}
