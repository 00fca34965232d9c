import { setTimeout as sleep } from "node:timers/promises";
import type { ResultColumn } from "../../../engine/contract/engine.ts";
import { abortable } from "../../../system/abortable.ts";
import { ClusterError } from "../../../engine/errors/fault.ts";
import type { HiveConnection, OperationHandle } from "./hive-connection.ts";
import { hiveError, type SentSql } from "./hive-error.ts";
import {
  thriftColumnType,
  type ThriftColumn,
  type ThriftColumnDesc,
  type ThriftOperationStatus,
} from "./thrift-types.ts";

const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 1000;
const FETCH_NEXT = 0;
/** Rows per page: at most a few megabytes for ordinary tables. */
const PAGE_ROWS = 10_000;
/** Final values of `TOperationState`. */
const FINISHED = 2;
const CANCELED = 3;
const CLOSED = 4;
const ERROR = 5;
const TIMEDOUT = 8;

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
  async finish(sent: SentSql, signal: AbortSignal, onProgress?: (percent: number) => void): Promise<void> {
    let reported = -1;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)) {
      const status = await abortable(this.#status(), signal);
      if (this.#hasFinished(status, sent)) return;
      const percent = (status.progressUpdateResponse?.progressedPercentage ?? -1) * 100;
      if (percent >= 0 && percent !== reported) onProgress?.(Math.min(100, (reported = percent)));
      await abortable(sleep(pauseMs, undefined, { signal }), signal);
    }
  }

  /** The result's columns, without the table name that Hive prepends. */
  async columns(): Promise<ResultColumn[]> {
    const { driver } = this.#connection;
    const answer = driver.getResultSetMetadata({ operationHandle: this.#handle });
    const { schema } = await this.#connection.reply(answer);
    return ((schema?.columns ?? []) as unknown as ThriftColumnDesc[]).map((column) => ({
      name: column.columnName.replace(/^[^.]*\./, ""),
      type: thriftColumnType(column),
    }));
  }

  /** The next rows; empty at the end. */
  async page(): Promise<readonly ThriftColumn[]> {
    const request = {
      operationHandle: this.#handle,
      orientation: FETCH_NEXT,
      maxRows: PAGE_ROWS,
      fetchType: 0,
    };
    const { results } = await this.#connection.reply(this.#connection.driver.fetchResults(request));
    return (results?.columns ?? []) as unknown as ThriftColumn[];
  }

  async #status(): Promise<ThriftOperationStatus> {
    const request = { operationHandle: this.#handle, getProgressUpdate: true };
    const reply = await this.#connection.reply(this.#connection.driver.getOperationStatus(request));
    return reply as unknown as ThriftOperationStatus;
  }

  #hasFinished(status: ThriftOperationStatus, sent: SentSql): boolean {
    switch (status.operationState) {
      case FINISHED: {
        const count = status.numModifiedRows;
        this.modifiedRows = count ? Number(count.buffer.readBigInt64BE(count.offset)) : null;
        return true;
      }
      case ERROR:
        throw hiveError(status.errorMessage ?? "", sent);
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
