import { isSvcError } from "../../core/error-guards.ts";

/** What a cell shows of an error that no code of it handled. */
function lostError(what: string, error: unknown, inspect: (error: unknown) => string): string {
  return `${what}: ${isSvcError(error) ? `${error.name}: ${error.message}` : inspect(error)}\n`;
}

/** The text for a promise that failed and that nothing awaits. */
export const lostRejection = (reason: unknown, inspect: (error: unknown) => string): string =>
  lostError("a promise that nothing awaits failed", reason, inspect);

/** The text for an error behind a timer or in an event's listener. */
export const lostThrow = (error: unknown, inspect: (error: unknown) => string): string =>
  lostError("nothing caught an error", error, inspect);
