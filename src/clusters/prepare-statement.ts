import { existsSync } from "node:fs";
import type { RunOptions } from "../engine/contract/engine.ts";
import { statementTasks } from "../engine/errors/statement-tasks.ts";
import { TaskThreads } from "../system/threads/task-threads.ts";
import type { HiveStatement } from "./hive-server/hive-statement.ts";
import type { TrinoStatement } from "./trino/trino-statement.ts";

/** What of a run's options decides what is sent. */
export type PreparationOptions = Pick<RunOptions, "mayWrite" | "scheduledTimeMs" | "parameters">;

/** What each kind of cluster is sent. */
export interface PreparedStatements {
  readonly trino: TrinoStatement;
  readonly hive: HiveStatement;
}

type ClusterKind = keyof PreparedStatements;

/**
 * Reads a statement and writes what the cluster is sent. @throws SqlError, also for a change by a key that may only query
 *
 * @param signal - Aborting it ends the reading.
 */
export type PrepareStatement = <K extends ClusterKind>(
  kind: K,
  text: string,
  options: PreparationOptions,
  signal: AbortSignal,
) => Promise<PreparedStatements[K]>;

export interface PrepareTask {
  readonly kind: ClusterKind;
  readonly text: string;
  readonly options: PreparationOptions;
}

const SCRIPT = new URL("./prepare-thread.js", import.meta.url);

let ofProcess: PrepareStatement | undefined;

/**
 * On threads, which all clusters of the process share, as the process that answers HTTP must not wait for a statement; on this one where
 * the sources run without a build.
 */
export function statementPreparation(): PrepareStatement {
  return (ofProcess ??= existsSync(SCRIPT) ? onThreads() : inThisThread);
}

const inThisThread: PrepareStatement = async (kind, text, options) =>
  (await import("./prepare-thread.ts")).prepare({ kind, text, options }) as never;

function onThreads(): PrepareStatement {
  const length = ({ text, options: { parameters = [] } }: PrepareTask): number =>
    parameters.reduce((sum, parameter) => sum + parameter.length, text.length);
  const threads = new TaskThreads<PrepareTask, never>(statementTasks(SCRIPT, "to read", length));
  const noAnswer = (): Promise<never> => Promise.reject(new Error("reading a statement asks nothing"));
  return (kind, text, { mayWrite, scheduledTimeMs, parameters = [] }, signal) =>
    threads.run({ kind, text, options: { mayWrite, scheduledTimeMs, parameters } }, noAnswer, signal);
}
