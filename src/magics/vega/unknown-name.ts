import { UsageError } from "../../core/errors.ts";
import { nearestName } from "../../dialect/nearest-name.ts";

/** The error for an unknown name, with the most similar known one. */
export function unknownName(what: string, name: unknown, names: readonly string[]): UsageError {
  const nearest = nearestName(String(name), names);
  const hint = nearest === null ? `it is one of ${names.join(", ")}` : `did you mean '${nearest}'?`;
  return new UsageError(`${what} '${String(name)}'; ${hint}`);
}
