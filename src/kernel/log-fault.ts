import { visibleText } from "../core/text/visible-text.ts";

/** Writes down what failed and ends nothing: Jupyter's server keeps what its kernels write to standard error. */
export function logFault(what: string, error: unknown): void {
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(visibleText(`svclib: ${what}: ${cause}\n`));
}
