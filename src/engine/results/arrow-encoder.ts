import { columnFromValues, tableToIPC, type DataType, type Table } from "@uwdata/flechette";
import type { Batch } from "../../core/blocks/batch.ts";
import type { ColumnData } from "../../core/blocks/column-data.ts";
import { arrowForm, ArrowValueError, type ArrowForm } from "../../core/wire/arrow-form.ts";
import { parseServiceType } from "../../core/wire/service-type.ts";
import { rowReader, type ReadBytes } from "../../core/blocks/row-reader.ts";
import { uniqueNames } from "../../core/wire/unique-names.ts";
import type { ResultColumn } from "../contract/engine.ts";
import { MsgpackReader } from "../msgpack/msgpack-reader.ts";
import { arrowData, type ArrowData } from "./arrow-data.ts";
import { arrowTimes } from "./arrow-times.ts";
import type { FormEncoder } from "./result-file.ts";

/** End-of-stream marker: a message of length 0. */
const END = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);

interface ArrowColumn {
  readonly name: string;
  readonly serviceType: string;
  readonly type: DataType;
  readonly form: ArrowForm;
}

/**
 * An Arrow IPC stream with a batch of rows per block. Numbers and texts are copied as bytes, times are Arrow's times; each field's metadata has
 * the service's type as `svc:type`. Repeated names are made unique, as in a table: `a`, `a_2`.
 *
 * @throws ArrowValueError for a value that does not match its column's type.
 */
export class ArrowEncoder implements FormEncoder<Batch> {
  readonly beginning: Uint8Array;
  readonly #columns: readonly ArrowColumn[];

  constructor(columns: readonly ResultColumn[]) {
    const names = uniqueNames(columns.map(({ name }) => name));
    this.#columns = columns.map(({ type }, c) => {
      const name = names[c] as string;
      const form = arrowForm(name, type);
      return { name, serviceType: type, type: arrowTimes(parseServiceType(type)) ?? form.type, form };
    });
    this.beginning = this.#encode(null).subarray(0, -END.length);
  }

  *add(batch: Batch): Generator<Promise<Uint8Array>> {
    yield Promise.resolve(this.#encode(batch).subarray(this.beginning.length, -END.length));
  }

  rest(): [] {
    return [];
  }

  end(): Uint8Array {
    return END;
  }

  /** A complete stream with one batch, or none. */
  #encode(batch: Batch | null): Uint8Array {
    const children = this.#columns.map((column, c) => ({
      type: column.type,
      data: batch === null ? [] : [arrowColumn(column, batch.columns[c]!, batch.rowCount)],
    }));
    const fields = this.#columns.map(({ name, type, serviceType }) => ({
      name,
      type,
      nullable: true,
      metadata: new Map([["svc:type", serviceType]]),
    }));
    const schema = { version: 4, endianness: 0, fields, metadata: null };
    return tableToIPC({ schema, children } as unknown as Table, { format: "stream" }) as Uint8Array;
  }
}

function arrowColumn(
  { name, serviceType, type, form }: ArrowColumn,
  data: ColumnData,
  rowCount: number,
): ArrowData {
  const refuse = (value: unknown): never => {
    throw new ArrowValueError(name, serviceType, value);
  };
  const whole = arrowData(data, type, rowCount, refuse);
  if (whole !== null) return whole;
  const read = rowReader(data, READ);
  const visit = (add: (value: unknown) => void): void => {
    for (let row = 0; row < rowCount; row++) {
      const value = read(row);
      add(value === null || value === undefined ? null : form.convert(value));
    }
  };
  return columnFromValues(visit, form.type, { maxBatchRows: Infinity }).data[0] as ArrowData;
}

const READ: ReadBytes = {
  text: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(),
  packed: ({ bytes, offsets }) => {
    const reader = new MsgpackReader();
    return (row) => {
      reader.push(bytes.subarray(offsets[row], offsets[row + 1]));
      return reader.next();
    };
  },
};
