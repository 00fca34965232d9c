import { ConfigError } from "../errors.ts";

/** @throws ConfigError naming the first option that `what` does not have, and those it has. */
export function checkOptionNames(what: string, options: object, allowed: readonly string[]): void {
  for (const key of Object.keys(options)) {
    if (!allowed.includes(key)) {
      throw new ConfigError(`${what} has no option ${key}; it has ${allowed.join(", ")}`);
    }
  }
}
