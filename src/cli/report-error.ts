import { explainMissing } from "../core/files/missing-package.ts";
import { complain } from "./print.ts";

/** A failure that is already fully explained, or has its own exit code. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, options: { cause?: unknown } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The error's own exit code, else 1. For an invalid command line commander exits itself, with 1. */
export function exitCodeOf(error: unknown): number {
  return error instanceof CommandError ? error.exitCode : 1;
}

/** One line for an expected error, with the stack if `--debug` is set. */
export function reportError(thrown: unknown, { debug }: { debug: boolean }): void {
  const error = explainMissing(thrown) as Error;
  if (error.message !== "") complain(`svclib: ${error.message}\n`);
  if ((error as NodeJS.ErrnoException).code === "EMFILE")
    complain("svclib: the limit of open files is too low: see `ulimit -n`, and raise it to 1024\n");
  if (debug) complain(`${error.stack ?? ""}\n`);
  else if (error === thrown && !(error instanceof CommandError))
    complain("svclib: run it again with --debug to see the stack trace\n");
}
