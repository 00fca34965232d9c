import { setTimeout as sleep } from "node:timers/promises";
import type { ResultColumn } from "../../engine/engine.ts";
import { abortable } from "../../async/abortable.ts";
import { ClusterError } from "../../errors/cluster-error.ts";
import { thriftColumnType } from "./thrift-column-type.ts";
import { type HiveConnection, type OperationHandle } from "./hive-connection.ts";
import { hiveError, type TextStart } from "./hive-error.ts";
import type { ThriftColumn, ThriftOperationStatus } from "./thrift-types.ts";

const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 1000;
/** Final values of `TOperationState`. */
const FINISHED = 2;
const CANCELED = 3;
const CLOSED = 4;
const ERROR = 5;
const TIMEDOUT = 8;

/** A statement on the server. */
export class HiveOperation {
  readonly #connection: HiveConnection;
  readonly #handle: OperationHandle;
  /** Number of rows that the statement wrote, if the server counts them. */
  modifiedRows: number | null = null;

  constructor(connection: HiveConnection, handle: OperationHandle) {
    this.#connection = connection;
    this.#handle = handle;
  }

  /** Waits for the end of the statement. @throws SqlError */
  async finish(start: TextStart, signal: AbortSignal, onProgress?: (percent: number) => void): Promise<void> {
    let reported = -1;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)) {
      const status = await abortable(this.#connection.status(this.#handle), signal);
      if (this.#hasFinished(status, start)) return;
      const percent = (status.progressUpdateResponse?.progressedPercentage ?? -1) * 100;
      if (percent >= 0 && percent !== reported) onProgress?.(Math.min(100, (reported = percent)));
      await abortable(sleep(pauseMs, undefined, { signal }), signal);
    }
  }

  /** The result's columns, without the table name that Hive prepends. */
  async columns(): Promise<ResultColumn[]> {
    const columns = await this.#connection.columns(this.#handle);
    return columns.map((column) => ({
      name: column.columnName.replace(/^[^.]*\./, ""),
      type: thriftColumnType(column),
    }));
  }

  page(): Promise<readonly ThriftColumn[]> {
    return this.#connection.page(this.#handle);
  }

  #hasFinished(status: ThriftOperationStatus, start: TextStart): boolean {
    switch (status.operationState) {
      case FINISHED: {
        const count = status.numModifiedRows;
        this.modifiedRows = count ? Number(count.buffer.readBigInt64BE(count.offset)) : null;
        return true;
      }
      case ERROR:
        throw hiveError(status.errorMessage ?? "", start);
      case CANCELED:
      case CLOSED:
        throw new ClusterError("The statement was ended on the server.");
      case TIMEDOUT:
        throw new ClusterError("The statement took longer than the server allows.");
      default:
        return false;
    }
  }
}
