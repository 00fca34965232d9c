import { ConfigError } from "../errors.ts";

/** The names of all options of a type; the compiler rejects an incomplete list. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * @param allowed - An object with the names of all options.
 * @throws ConfigError naming the first unknown option and the known ones, or for anything but an object of options.
 */
export function checkOptionNames(what: string, options: object, allowed: object): void {
  const names = Object.keys(allowed);
  if (typeof options !== "object" || Array.isArray(options))
    throw new ConfigError(`${what} takes its options as one object, such as { ${names[0]}: ... }`);
  const unknown = Object.keys(options).find((key) => !Object.hasOwn(allowed, key));
  if (unknown !== undefined)
    throw new ConfigError(`${what} has no option ${unknown}; it has ${names.join(", ")}`);
}

/** The options that have a value: neither null nor undefined. */
export function given<Options extends object>(options: Options): Partial<Options> {
  const entries = Object.entries(options).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as Partial<Options>;
}

export function checkSeconds(name: string, value: unknown): void {
  if (!(typeof value === "number" && value >= 0))
    throw new ConfigError(`${name} must be a number of seconds`);
}
