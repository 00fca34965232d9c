import { ConfigError } from "../errors.ts";

/** The names of all options of a type; the compiler rejects an incomplete list. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/** @throws ConfigError naming the first unknown option and the known ones. */
export function checkOptionNames(
  what: string,
  options: object,
  allowed: Readonly<Record<string, true>>,
): void {
  for (const key of Object.keys(options)) {
    if (!Object.hasOwn(allowed, key))
      throw new ConfigError(`${what} has no option ${key}; it has ${Object.keys(allowed).join(", ")}`);
  }
}
