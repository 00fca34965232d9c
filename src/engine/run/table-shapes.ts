import type { TableShape } from "../../dialect/catalogue.ts";
import type { TableChanges } from "../database/table-changes.ts";

const MAX_TABLES = 1000;

/** The shapes of tables, kept until any table or database changes. */
export class TableShapes {
  readonly #changes: TableChanges;
  readonly #shapes = new Map<string, TableShape>();
  #version: number | null = null;

  constructor(changes: TableChanges) {
    this.#changes = changes;
  }

  /** Differs after each change of a table; null while one runs. */
  get version(): number | null {
    return this.#changes.version;
  }

  async of(table: string, read: () => Promise<TableShape | null>): Promise<TableShape | null> {
    const { version } = this.#changes;
    if (version !== this.#version || this.#shapes.size >= MAX_TABLES) this.#shapes.clear();
    this.#version = version;
    const cached = this.#shapes.get(table);
    if (cached !== undefined) return cached;
    const shape = await read();
    // A change that began meanwhile may have replaced the table.
    if (shape !== null && version !== null && this.#changes.version === version && this.#version === version)
      this.#shapes.set(table, shape);
    return shape;
  }
}
