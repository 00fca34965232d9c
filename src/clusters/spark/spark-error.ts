import { SvcError } from "../../core/errors.ts";

/** A Spark cluster rejected a request, or can't be reached. */
export class SparkError extends SvcError {
  override readonly name: string = "SparkError";
}

/** The error of a failed call, without Spark's plan and stack trace. */
export function sparkError(cause: unknown, remote: string): SparkError {
  const { details, message = "", code } = cause as { details?: string; message?: string; code?: number };
  const text =
    (details ?? message)
      .split(/\n'?[A-Z]\w+ |\n[ \t]{0,40}at |;[ \t]{0,40}\n|\n\n/)[0]
      ?.replace(/\s+/g, " ")
      .trim() ?? "";
  if (code === UNAVAILABLE) return new SparkError(`Spark at ${remote} can't be reached: ${text}`, { cause });
  if (code === UNAUTHENTICATED)
    return new SparkError(`Spark at ${remote} refused the token: ${text}`, { cause });
  return new SparkError(`Spark: ${text}`, { cause });
}

/** gRPC status codes. */
export const UNAVAILABLE = 14;
const UNAUTHENTICATED = 16;
