import { CommanderError } from "commander";
import {
  isAuthError,
  isConfigError,
  isForbiddenError,
  isHttpError,
  isNetworkError,
  isQueryError,
  isSvcError,
  isTimeoutError,
  isUsageError,
} from "../core/error-guards.ts";
import { SettingError } from "../engine/errors/fault.ts";
import { explainMissing } from "../core/files/missing-package.ts";
import { sqlExcerpt } from "../core/sql/sql-excerpt.ts";
import { complain } from "./print.ts";

/** Exit codes; `svclib --help` and docs/shell.md list them. */
export const EXIT = { failed: 1, usage: 2, unreachable: 3 } as const;

/** A failure that is already fully explained, or has its own exit code. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed, options: { cause?: unknown } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The error's own exit code, else the one that says whether the command line, the service or the work was at fault. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode;
  // Thrown for --help and --version too.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
  if (isConfigError(error) || isUsageError(error) || error instanceof SettingError) return EXIT.usage;
  if (isAuthError(error) || isForbiddenError(error) || isNetworkError(error) || isTimeoutError(error))
    return EXIT.unreachable;
  const isBusy = isHttpError(error) && (error.status >= 500 || error.status === 429 || error.status === 408);
  return isBusy ? EXIT.unreachable : EXIT.failed;
}

/** One line for an expected error, a failed query with its line of SQL and a caret below; the stack if `--debug` is set. */
export function reportError(thrown: unknown, { debug }: { debug: boolean }): void {
  const error = explainMissing(thrown) as Error;
  if (error.message !== "") complain(`svclib: ${error.message}\n`);
  if (isQueryError(error) && error.sql !== null)
    for (const line of sqlExcerpt(error.sql, error.line, error.column)) complain(`${line}\n`);
  if ((error as NodeJS.ErrnoException).code === "EMFILE")
    complain("svclib: the limit of open files is too low: see `ulimit -n`, and raise it to 1024\n");
  if (debug) complain(`${error.stack ?? ""}\n`);
  else if (
    error === thrown &&
    !(error instanceof CommandError || error instanceof SettingError || isSvcError(error))
  )
    complain("svclib: run it again with --debug to see the stack trace\n");
}
