import { UsageError } from "../../core/errors.ts";
import { nearestName } from "../../dialect/nearest-name.ts";

/** More names than this are not all listed beside the most similar one. */
const MAX_LISTED = 20;

/** The error for an unknown name, with the most similar known one, and all if they are few. */
export function unknownName(what: string, name: unknown, names: readonly string[]): UsageError {
  const nearest = nearestName(String(name), names);
  const all = nearest !== null && names.length > MAX_LISTED ? "" : ` it is one of ${names.join(", ")}`;
  const hint = nearest === null ? all : ` did you mean '${nearest}'?${all === "" ? "" : ` (${all.trim()})`}`;
  return new UsageError(`${what} '${String(name)}';${hint}`);
}
