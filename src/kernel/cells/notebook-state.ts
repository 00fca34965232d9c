import type { CompletionScope } from "../../magics/known-catalogue.ts";
import type { KnownEngines } from "../../magics/cell/source/type-reads.ts";

/** The proxy's state of the running notebook, for completion and tooltips. */
export class NotebookState implements CompletionScope {
  /** The current database, as the library last reported it. */
  database: string | null = null;
  readonly engines: KnownEngines = new Map();
  readonly #variables = new Set<string>();

  /** Names that cells have declared, unordered. */
  get variables(): readonly string[] {
    return [...this.#variables];
  }

  /** Resets everything, after a restart of the real kernel. */
  clear(): void {
    this.database = null;
    this.engines.clear();
    this.#variables.clear();
  }

  declare(names: Iterable<string>): void {
    for (const name of names) this.#variables.add(name);
  }
}
