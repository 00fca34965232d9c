import { ConfigError } from "../errors.ts";

/** The names of all options of a type; the compiler rejects an incomplete list. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/** @throws ConfigError naming the first unknown option and the known ones, or for anything but an object of options. */
export function checkOptionNames(
  what: string,
  options: object,
  allowed: Readonly<Record<string, true>>,
): void {
  const names = Object.keys(allowed);
  if (typeof options !== "object" || Array.isArray(options))
    throw new ConfigError(`${what} takes its options as one object, such as { ${names[0]}: ... }`);
  const unknown = Object.keys(options).find((key) => !Object.hasOwn(allowed, key));
  if (unknown !== undefined)
    throw new ConfigError(`${what} has no option ${unknown}; it has ${names.join(", ")}`);
}
