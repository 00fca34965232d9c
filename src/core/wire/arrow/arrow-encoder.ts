// This folder: columns as Arrow: the types of the service there, and a stream of batches.

import { columnFromValues, tableToIPC, type DataType, type Table } from "@uwdata/flechette";
import type { Batch } from "../../blocks/batch.ts";
import type { ColumnData } from "../../blocks/column-data.ts";
import { rowReader, type ReadBytes } from "../../blocks/row-reader.ts";
import { columnKind, parseServiceType } from "../service-type.ts";
import { uniqueNames } from "../unique-names.ts";
import { arrowData, type ArrowData } from "./arrow-data.ts";
import { arrowForm, ArrowValueError, type ArrowForm } from "./arrow-form.ts";
import { arrowTimes } from "./arrow-times.ts";
import { ARROW_CODEC } from "./arrow-zstd.ts";

/** End-of-stream marker: a message of length 0. */
const END = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);

interface ArrowColumn {
  readonly name: string;
  readonly serviceType: string;
  readonly type: DataType;
  readonly form: ArrowForm;
}

/** How columns are encoded. */
export interface ArrowEncoding {
  /** Whether dates, times and timestamps without a zone are Arrow's own; else they are text. */
  readonly times: boolean;
  /** Whether batches are compressed by Zstandard, if the runtime has it. */
  readonly zstd?: boolean;
  /** Reads the MessagePack of `packed` columns. */
  readonly packed?: ReadBytes["packed"];
}

/**
 * An Arrow IPC stream: its beginning, a batch of rows for each batch, its end. Numbers and texts are copied as bytes; each field's metadata
 * has the service's type as `svc:type`. Repeated names are made unique, as in a table: `a`, `a_2`.
 */
export class ArrowEncoder {
  readonly beginning: Uint8Array;
  readonly end = END;
  readonly #columns: readonly ArrowColumn[];
  readonly #read: Partial<ReadBytes>;
  readonly #codec: number | null;

  constructor(
    columns: readonly { readonly name: string; readonly type: string }[],
    { times, zstd = false, packed }: ArrowEncoding,
  ) {
    const names = uniqueNames(columns.map(({ name }) => name));
    this.#columns = columns.map(({ type }, c) => {
      const name = names[c] as string;
      const form = arrowForm(name, type);
      const time = times ? arrowTimes(parseServiceType(type)) : null;
      return { name, serviceType: type, type: time ?? form.type, form };
    });
    this.#read = packed === undefined ? {} : { packed };
    this.#codec = zstd ? ARROW_CODEC : null;
    this.beginning = this.#encode(null).subarray(0, -END.length);
  }

  /** @throws ArrowValueError for a value that does not match its column's type. */
  batch(batch: Batch): Uint8Array {
    if (batch.rowCount === 0) return new Uint8Array(0);
    return this.#encode(batch).subarray(this.beginning.length, -END.length);
  }

  /** A complete stream with one batch, or none. */
  #encode(batch: Batch | null): Uint8Array {
    const children = this.#columns.map((column, c) => ({
      type: column.type,
      data:
        batch === null
          ? []
          : [arrowColumn(column, batch.columns[c] as ColumnData, batch.rowCount, this.#read)],
    }));
    const fields = this.#columns.map(({ name, type, serviceType }) => ({
      name,
      type,
      nullable: true,
      metadata: new Map([["svc:type", serviceType]]),
    }));
    const schema = { version: 4, endianness: 0, fields, metadata: null };
    return tableToIPC(
      { schema, children } as unknown as Table,
      { format: "stream", codec: this.#codec } as never,
    ) as Uint8Array;
  }
}

function arrowColumn(
  { name, serviceType, type, form }: ArrowColumn,
  data: ColumnData,
  rowCount: number,
  readBytes: Partial<ReadBytes>,
): ArrowData {
  const refuse = (value: unknown): never => {
    throw new ArrowValueError(name, serviceType, value);
  };
  // The digits of decimals that are no engine's are completed one by one.
  const mayBeWhole = data.kind !== "other" || columnKind(parseServiceType(serviceType)) !== "decimal";
  const whole = mayBeWhole ? arrowData(data, type, rowCount, refuse) : null;
  if (whole !== null) return whole;
  const read = rowReader(data, readBytes);
  const visit = (add: (value: unknown) => void): void => {
    for (let row = 0; row < rowCount; row++) {
      const value = read(row);
      add(value === null || value === undefined ? null : form.convert(value));
    }
  };
  return columnFromValues(visit, form.type, { maxBatchRows: Infinity }).data[0] as ArrowData;
}
