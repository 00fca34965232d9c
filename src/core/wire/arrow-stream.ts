import { columnFromValues, tableFromColumns, tableToIPC } from "@uwdata/flechette";
import { uniqueNames } from "./unique-names.ts";
import { arrowForm } from "./arrow-form.ts";

/** End-of-stream marker: a message of length 0. */
const END = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);

/**
 * Builds an Arrow IPC stream in parts: schema, batches of rows, end marker. Each field's metadata has the service type as `svc:type`.
 * Duplicate names are made unique, as in a table: `a`, `a_2`.
 */
export class ArrowStream {
  readonly schema: Uint8Array;
  readonly end = END;
  readonly #columns;

  constructor(schema: readonly { readonly name: string; readonly type: string }[]) {
    const names = uniqueNames(schema.map(({ name }) => name));
    this.#columns = schema.map(({ type }, c) => {
      const name = names[c] as string;
      return { name, serviceType: type, ...arrowForm(name, type) };
    });
    this.schema = this.#encode(0, () => null).subarray(0, -END.length);
  }

  /** @throws ArrowValueError for a value that does not match its column's type. */
  batch(rowCount: number, valueAt: (row: number, column: number) => unknown): Uint8Array {
    return this.#encode(rowCount, valueAt).subarray(this.schema.length, -END.length);
  }

  /** A complete stream with one batch. */
  #encode(rowCount: number, valueAt: (row: number, column: number) => unknown): Uint8Array {
    const columns = this.#columns.map(({ name, type, convert }, c) => {
      const visit = (add: (value: unknown) => void): void => {
        for (let row = 0; row < rowCount; row++) {
          const value = valueAt(row, c);
          add(value === null || value === undefined ? null : convert(value));
        }
      };
      return [name, columnFromValues(visit, type)] as [string, ReturnType<typeof columnFromValues>];
    });
    const table = tableFromColumns(columns);
    table.schema.fields.forEach((field, c) => {
      field.metadata = new Map([["svc:type", this.#columns[c]!.serviceType]]);
    });
    return tableToIPC(table, { format: "stream" }) as Uint8Array;
  }
}
