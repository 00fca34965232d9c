import { visibleText } from "../core/text/visible-text.ts";

/** Logs an error without ending anything; Jupyter's server keeps the standard error of its kernels. */
export function logFault(what: string, error: unknown): void {
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(visibleText(`svclib: ${what}: ${cause}\n`));
}
