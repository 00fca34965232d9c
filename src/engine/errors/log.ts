import { types } from "node:util";
import { ClusterError, Fault } from "./fault.ts";

/**
 * An event for the operator of the service, as fields. Logs are read by others than the users, so no field may contain a key, SQL,
 * or anything that may come from a row.
 */
export interface LogEntry {
  readonly event: LogEvent;
  readonly [field: string]: string | number;
}

export type LogEvent =
  | "samples_loaded"
  | "engine_stopped"
  | "engine_started_again"
  | "engine_failed"
  | "request_failed"
  | "job_failed"
  | "job_end_unwritten"
  | "statement_failed"
  | "result_damaged"
  | "result_unmeasured"
  | "answer_broken"
  | "connections_full"
  | "unexpected_fault"
  | "cleaning_up_failed"
  | "changes_lost"
  | "keys_changed"
  | "keys_unreadable"
  | "audit_unwritten";

export type Log = (entry: LogEntry) => void;

/** Stack frames that are logged. */
const MAX_CALLS = 6;

/**
 * The fields of an error that may be logged: class, code, causes and stack. Not the message, because engines and clusters put values
 * into theirs; users see it in the failed job or request.
 */
export function faultFields(error: unknown): Readonly<Record<string, string>> {
  const kinds: string[] = [];
  for (let e: unknown = error; isError(e) && kinds.length < 5; e = e.cause) kinds.push(kindOf(e));
  const isOfDisk = error instanceof Fault && error.kind === "no_space";
  const what = error instanceof ClusterError ? error.what : isOfDisk ? error.message : systemMessage(error);
  const at = isError(error) ? calls(error) : "";
  return {
    fault: kinds.length === 0 ? typeof error : kinds.join(" < "),
    ...(what === null ? {} : { what }),
    ...(at === "" ? {} : { at }),
  };
}

/** Also for errors from another realm. */
function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

function kindOf(error: Error): string {
  const { code, kind } = error as { code?: unknown; kind?: unknown };
  const mark = [code, kind].find(
    (value): value is string => typeof value === "string" && /^[\w.-]{1,60}$/.test(value),
  );
  return mark === undefined ? error.name : `${error.name} ${mark}`;
}

/** Messages of the operating system contain only files and addresses. */
function systemMessage(error: unknown): string | null {
  const isSystem = isError(error) && "syscall" in error && "errno" in error;
  return isSystem ? error.message : null;
}

/** The innermost stack frames, without the error's message and without folders. */
function calls({ stack = "", name, message }: Error): string {
  const head = `${name}: ${message}`;
  const body = stack.startsWith(head) ? stack.slice(head.length) : "";
  return [...body.matchAll(/^ {4}at (?:(.+) \()?(?:.*[\\/])?([^\\/\n]+?:\d+):\d+\)?$/gm)]
    .slice(0, MAX_CALLS)
    .map(([, call, position = ""]) => (call === undefined ? position : `${call} ${position}`))
    .join(", ");
}

/** Human-readable line: the event, then its fields. */
export function logText({ event, ...fields }: LogEntry): string {
  const parts = Object.entries(fields).map(([name, value]) => {
    const text = String(value);
    return `${name}=${/[\s"=]/.test(text) ? JSON.stringify(text) : text}`;
  });
  return [event.replaceAll("_", " "), ...parts].join(" ");
}

/** Machine-readable line: JSON with the time first. */
export function logJson(entry: LogEntry, atMs: number): string {
  return JSON.stringify({ time: new Date(atMs).toISOString(), ...entry });
}
