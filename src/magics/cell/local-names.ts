/** Names for a program's own declarations, distinct from the notebook's names that it refers to; and what it imports. */
export class LocalNames {
  /** Names used from `svclib/pandas_td`, in order of their first use. */
  readonly fromCore: Set<string>;
  /** Names used from `svclib/pandas_td/ipython`. */
  readonly fromMagics: Set<string>;
  readonly #reserved: ReadonlySet<string>;

  /** @param reserved - Notebook variables that the program refers to. */
  constructor(
    reserved: ReadonlySet<string>,
    fromCore: Iterable<string> = [],
    fromMagics: Iterable<string> = [],
  ) {
    this.#reserved = reserved;
    this.fromCore = new Set(fromCore);
    this.fromMagics = new Set(fromMagics);
  }

  /** The local name for `name`: unchanged, or with underscores appended if it would hide a notebook variable. */
  of(name: string): string {
    return this.#reserved.has(name) ? this.of(`${name}_`) : name;
  }

  /** Imports a name from `svclib/pandas_td`. @returns its local name */
  core(name: string): string {
    this.fromCore.add(name);
    return this.of(name);
  }

  /** Imports a name from `svclib/pandas_td/ipython`. @returns its local name */
  magic(name: string): string {
    this.fromMagics.add(name);
    return this.of(name);
  }

  /** A copy, which may import more. */
  copy(): LocalNames {
    return new LocalNames(this.#reserved, this.fromCore, this.fromMagics);
  }
}
