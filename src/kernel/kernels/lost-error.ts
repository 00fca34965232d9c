import { isSvcError } from "../../core/error-guards.ts";

/** The text for an error that the cell's code did not handle. */
function lostError(what: string, error: unknown, inspect: (error: unknown) => string): string {
  return `${what}: ${isSvcError(error) ? `${error.name}: ${error.message}` : inspect(error)}\n`;
}

/** The text for an unhandled rejection. */
export const lostRejection = (reason: unknown, inspect: (error: unknown) => string): string =>
  lostError("a promise that nothing awaits failed", reason, inspect);

/** The text for an error in a timer's callback or an event listener. */
export const lostThrow = (error: unknown, inspect: (error: unknown) => string): string =>
  lostError("nothing caught an error", error, inspect);
