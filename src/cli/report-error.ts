import { explainMissing } from "../core/files/missing-package.ts";
import { complain } from "./print.ts";

/** A failure that the command has fully explained already, or that carries its own exit code. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, options: { cause?: unknown } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** 1 for what went wrong, 2 for a command line that can't be understood (commander exits with 1 for those by itself). */
export function exitCodeOf(error: unknown): number {
  return error instanceof CommandError ? error.exitCode : 1;
}

/** One line for an expected error; the stack as well where `--debug` asks for it. */
export function reportError(thrown: unknown, { debug }: { debug: boolean }): void {
  const error = explainMissing(thrown);
  if (!(error instanceof Error)) {
    complain(`svclib: ${String(error)}\n`);
    return;
  }
  if (error.message !== "") complain(`svclib: ${error.message}\n`);
  if (debug) complain(`${error.stack ?? ""}\n`);
  else if (error === thrown && !(error instanceof CommandError)) complain("svclib: --debug shows where\n");
}
