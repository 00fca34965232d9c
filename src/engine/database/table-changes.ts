export interface TableKey {
  readonly database: string;
  readonly name: string;
}

/** A changed table, or a whole database if `name` is null. */
export type Changed = TableKey | { readonly database: string; readonly name: null };

/**
 * Records what changed since the last {@link take}. Each change is recorded before it begins and after it is committed, so that a
 * reader in between reads again.
 */
export class TableChanges {
  /** By full name. */
  #changed = new Map<string, Changed>();
  #any = false;
  #onChange: () => void = () => undefined;
  #count = 0;
  #running = 0;

  /** Differs after each change; null while one runs. */
  get version(): number | null {
    return this.#running > 0 ? null : this.#count;
  }

  /** @param changed - null: anything may have changed. */
  record(changed: readonly Changed[] | null): void {
    this.#count++;
    if (changed === null) this.#any = true;
    else for (const one of changed) this.#changed.set(`${one.database}.${one.name ?? ""}`, one);
    this.#onChange();
  }

  async during<T>(changed: readonly Changed[] | null, work: () => Promise<T>): Promise<T> {
    this.record(changed);
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      this.record(changed);
    }
  }

  /** The changes since the last call; null: anything may have changed. */
  take(): readonly Changed[] | null {
    const changed = this.#any ? null : [...this.#changed.values()];
    this.#any = false;
    this.#changed = new Map();
    return changed;
  }

  watch(listener: () => void): void {
    this.#onChange = listener;
  }
}
