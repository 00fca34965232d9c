// This folder: Table: Arquero's table with index, service types and exact values; its own verbs and what they refuse.

import { tableToIPC } from "@uwdata/flechette";
import { ColumnTable } from "arquero";
// Imported by file: the package's main declarations fail under `strict`.
import type { Table as ArqueroTable } from "arquero/dist/types/table/Table.js";
import type {
  CreateOptions,
  ObjectsOptions,
  TypedArray,
  TypedArrayConstructor,
} from "arquero/dist/types/table/types.js";
import { ConfigError } from "../errors.ts";
import { arrowTable, type ArrowIPCOptions, type ArrowOptions, type ArrowTable } from "./arrow-table.ts";
import type { Column } from "./columns/column.ts";
import { showAs } from "./columns/column-display.ts";
import { DESCRIBED, describeColumn } from "./describe-columns.ts";
import { explained } from "./explain-verbs.ts";
import { defineFunctions } from "./expressions/runtime.ts";
import { consoleText, defineShown, NODE_INSPECT } from "./console-text.ts";
import {
  tableCsv,
  tableJson,
  type CsvOptions,
  type HtmlOptions,
  type JsonOptions,
  type MarkupOptions,
  type TextForms,
} from "./csv-and-json.ts";
import { refuseColumnProperties } from "./refuse-column-properties.ts";
import { copiedTypes } from "./verbs/types/copied-types.ts";
import type { Origins } from "./verbs/types/origins.ts";
import type { AnyRow, ColumnName } from "./verbs/types/row-types.ts";
import { runVerb, VERBS, type TypedVerbs } from "./verbs/verbs.ts";
import { uniqueNames } from "../wire/unique-names.ts";

export type { Column } from "./columns/column.ts";

/** Properties of a table besides its values. */
export interface TableFacts {
  /** Names of the index columns, outermost first. */
  readonly index?: readonly string[];
  /** The service's type of each column, where known, by column name. */
  readonly types?: Readonly<Record<string, string>>;
  /** What the statement did, if it wrote: `3 rows inserted`. */
  readonly outcome?: string | null;
  readonly source?: TableSource | null;
}

/** Where a table was read from. */
export interface TableSource {
  /** Null for a statement on the direct path, which has no job. */
  readonly job_id: number | null;
  /** Rows of the whole result, if known; more than the table's if `limit` applied. */
  readonly rows: number | null;
  /** Time from the query, or the call that read its job, to the table. */
  readonly elapsedMs: number;
}

type Data = Readonly<Record<string, Column>>;

/** Arquero's table class, with the types of verbs here. */
const TypedColumnTable = ColumnTable as unknown as new <R extends object, G extends keyof R>(
  ...args: ConstructorParameters<typeof ArqueroTable>
) => ArqueroTable & TextForms & TypedVerbs<R, G>;

/** Arquero assigns columns and values by name; a column of this name would set the prototype. */
const PROTO = "__proto__";

/** No prototype, so that a column named `constructor` is not found by accident. */
function types(entries: Iterable<readonly [string, string]>): Readonly<Record<string, string>> {
  const record = Object.create(null) as Record<string, string>;
  for (const [name, type] of entries) record[name] = type;
  return Object.freeze(record);
}

/**
 * An Arquero table with index columns and the service's column types, which it keeps through all verbs: a renamed
 * index column stays in the index, a dropped one leaves it, and a derived column has no type.
 */
export class Table<R extends object = AnyRow, G extends keyof R = never> extends TypedColumnTable<R, G> {
  #index: readonly string[] = [];
  #types: Readonly<Record<string, string>> = types([]);

  #outcome: string | null = null;
  #source: TableSource | null = null;

  /** What the statement did, if it wrote (`3 rows inserted`); else null. */
  get outcome(): string | null {
    return this.#outcome;
  }

  /** Where the rows were read from; derived tables inherit it. Null for tables created here. */
  get source(): TableSource | null {
    return this.#source;
  }

  /** The columns as a table: `field`, and `type`, the service's type if known. */
  get schema(): Table {
    const names = this.columnNames();
    return Table.of([names, names.map((name) => this.#types[name] ?? null)], ["field", "type"]);
  }

  /**
   * Statistics, one row per column: `column`, `type`, `count` (values), `nulls`, `distinct`, `min`, `mean`, `p25`, `p50`, `p75` (linearly
   * interpolated), `max`, `top` (the most frequent values that occur more than once, with counts). Numbers and decimals have all of them, dates
   * all but the mean; texts and booleans have no mean and quantiles; lists, maps and rows only counts. NaN counts as a value, but not for min,
   * max, mean and quantiles. A column of more than a million distinct values has no `distinct` and `top`.
   */
  describe(): Table {
    const plain = this.isFiltered() || this.isOrdered() ? this.reify() : this;
    const data = plain.data() as Record<string, Column>;
    const rows = plain.columnNames().map((name) => describeColumn(name, plain.types[name], data[name] ?? []));
    return Table.of(
      DESCRIBED.map((field) => rows.map((row) => row[field])),
      DESCRIBED,
      { index: ["column"] },
    );
  }

  /** Names of the index columns, outermost first; empty for the default integer index. */
  get index(): readonly string[] {
    return this.#index;
  }

  /** The service's column types (`bigint`, `varchar`, ...), where known, by column name. */
  get types(): Readonly<Record<string, string>> {
    return this.#types;
  }

  /** The same data with other index columns; without names, the default integer index. */
  set_index(...names: string[]): this {
    for (const name of names) {
      if (!this.columnNames().includes(name)) {
        throw new ConfigError(
          `index column ${JSON.stringify(name)} is not in the table; it has ${this.columnNames().join(", ")}`,
        );
      }
    }
    const table = this.create({});
    table.#index = Object.freeze([...names]);
    return table;
  }

  /** Arquero calls this to build every derived table. */
  override create(options?: CreateOptions): this {
    restoreProto(options);
    const table = super.create(options);
    table.#source = this.#source;
    const before = this.data();
    const after = table.data();
    const nameNow = new Map<unknown, string>();
    for (const name of table.columnNames()) nameNow.set(after[name], name);
    // A column is the same if its values are the same object, whatever its name. Several columns may share one.
    const newName = (name: string): string | undefined =>
      Object.hasOwn(after, name) && after[name] === before[name] ? name : nameNow.get(before[name]);
    table.#index = Object.freeze(
      this.#index.flatMap((name) => {
        const now = newName(name) ?? (Object.hasOwn(after, name) ? name : undefined);
        return now === undefined ? [] : [now];
      }),
    );
    table.#types = types(
      Object.entries(this.#types).flatMap(([name, type]) => {
        const now = newName(name);
        return now === undefined ? [] : [[now, type] as const];
      }),
    );
    return table;
  }

  override array<K extends ColumnName<R>>(name: K, constructor?: ArrayConstructor): R[K][];
  override array(name: ColumnName<R>, constructor: TypedArrayConstructor): TypedArray;
  override array(
    name: string,
    constructor?: ArrayConstructor | TypedArrayConstructor,
  ): unknown[] | TypedArray {
    return explained(this, "array", [name], () => super.array(name, constructor));
  }

  override get<K extends ColumnName<R>>(name: K, row = 0): R[K] {
    return explained(this, "get", [name], () => super.get(name, row) as unknown) as R[K];
  }

  override getter<K extends ColumnName<R>>(name: K): (row: number) => R[K] {
    return explained(this, "getter", [name], () => super.getter(name) as (row: number) => R[K]);
  }

  override object(row = 0): R {
    return this.#withProto((table) => [ColumnTable.prototype.object.call(table, row)])[0] as R;
  }

  override objects(options?: ObjectsOptions): R[] {
    return explained(this, "objects", [options], () =>
      options?.columns !== undefined || options?.grouped
        ? super.objects(options)
        : this.#withProto((table) => ColumnTable.prototype.objects.call(table, options)),
    ) as R[];
  }

  /** The rows as objects, in table order. */
  override [Symbol.iterator](): Iterator<R> {
    if (this.columnNames().includes(PROTO)) return this.objects().values();
    return super[Symbol.iterator]() as Iterator<R>;
  }

  /** Row objects with a column named `__proto__` as an ordinary field. */
  #withProto(rows: (table: ColumnTable) => object[]): object[] {
    const names = this.columnNames();
    if (!names.includes(PROTO)) return rows(this as unknown as ColumnTable);
    const stand = uniqueNames([...names, PROTO + "0"]).at(-1) as string;
    const renamed = (this as Table).rename(Object.fromEntries([[PROTO, stand]]));
    return rows(renamed as unknown as ColumnTable).map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]: [string, unknown]) => [name === stand ? PROTO : name, value]),
      ),
    );
  }

  /**
   * The table as a flechette Arrow table, after filters and in sort order. Columns of a known type have the corresponding Arrow type:
   * integers of the same width, floats as doubles, arrays as lists, maps with text keys, rows as structs; decimals and times are text,
   * unless parsed: dates are date32, timestamps are in ms with their time zone, if any. Other columns are typed by their values; mixed values and objects become
   * JSON text. Override with `types`.
   */
  toArrow(options: ArrowOptions = {}): ArrowTable {
    return explained(this, "toArrow", [options], () => arrowTable(this, options));
  }

  /**
   * The table as an uncompressed Arrow IPC stream with the columns of {@link toArrow}, readable by pandas and polars; `format: "file"`
   * gives the file format.
   *
   * @example writeFileSync("flights.arrows", table.toArrowIPC());
   */
  toArrowIPC({ format = "stream", ...options }: ArrowIPCOptions = {}): Uint8Array {
    const table = explained(this, "toArrowIPC", [options], () => arrowTable(this, options));
    return tableToIPC(table, { format }) as Uint8Array;
  }

  /** The rows as CSV; nested values are JSON, binary is hexadecimal, empty text is `""`. */
  override toCSV(options: CsvOptions = {}): string {
    return explained(this, "toCSV", [options], () => tableCsv(this, options));
  }

  override toHTML(options?: HtmlOptions): string {
    return explained(this, "toHTML", [options], () => super.toHTML(options));
  }

  override toMarkdown(options?: MarkupOptions): string {
    return explained(this, "toMarkdown", [options], () => super.toMarkdown(options));
  }

  /** The rows as JSON: integers are exact, nested rows are objects, binary is hexadecimal. */
  override toJSON(options: JsonOptions = {}): string {
    return explained(this, "toJSON", [options], () => tableJson(this, options));
  }

  /** As Arquero's; the copied rows keep this table's types, time zones and display. */
  override reify(indices?: number[]): this {
    const table = super.reify(indices);
    if (table === this) return table;
    table.#types = this.#types;
    const copied = table.data() as Record<string, Column>;
    for (const [name, column] of Object.entries(this.data())) {
      showAs(copied[name], [column]);
    }
    return table;
  }

  static {
    // Not as methods, whose types are those of all calls.
    for (const verb of Object.keys(VERBS)) {
      const { [verb]: value } = {
        [verb](this: Table, ...args: readonly unknown[]): Table {
          return explained(this, verb, args, () => this.#run(verb, args));
        },
      };
      Object.defineProperty(this.prototype, verb, { value, configurable: true, writable: true });
    }
  }

  /** What a verb makes; copied columns have the types and time zones of those that they were copied from, where these agree. */
  #run(verb: string, args: readonly unknown[]): Table {
    const { output, origins } = runVerb(verb, this as Table, args) as { output: Table; origins: Origins };
    if (output === (this as Table)) return output;
    const { types: added, columns } = copiedTypes(verb, output, origins);
    const data = { ...output.data(), ...Object.fromEntries(columns) } as Data;
    const table = columns.length === 0 ? output : output.create({ data });
    if (added.length > 0) table.#types = types([...Object.entries(output.#types), ...added]);
    return table;
  }

  /** Build a table from columns in order; `names` must be unique. */
  static of(columns: readonly Column[], names: readonly string[], facts: TableFacts = {}): Table {
    // Not by assignment, as a column may be named __proto__.
    const data = Object.fromEntries(names.map((name, i) => [name, columns[i] as Column]));
    const table = new Table(data, [...names]);
    table.#types = types(Object.entries(facts.types ?? {}));
    table.#outcome = facts.outcome ?? null;
    table.#source = facts.source ?? null;
    return facts.index === undefined ? table : table.set_index(...facts.index);
  }
}

/** Restores a column that Arquero's assignment turned into the prototype. */
function restoreProto(options: CreateOptions = {}): void {
  const { data, names } = options;
  if (data === undefined || !names?.includes(PROTO) || Object.hasOwn(data, PROTO)) return;
  const value: unknown = Object.getPrototypeOf(data);
  Object.defineProperty(data, PROTO, { value, enumerable: true, configurable: true, writable: true });
}

defineFunctions();
refuseColumnProperties(Table.prototype);
defineShown(Table.prototype, NODE_INSPECT, consoleText);
