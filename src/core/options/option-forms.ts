import { ConfigError } from "../errors.ts";
import { valueInError } from "../text/visible-text.ts";
import { isPlainObject } from "../text/json-text.ts";

/** What an argument or option takes. */
export interface ValueForm {
  /** As in "limit must be ...". */
  readonly wanted: string;
  readonly holds: (value: unknown) => boolean;
}

function formOf(type: string, description: string): ValueForm {
  return { wanted: description, holds: (value) => typeof value === type };
}

const text = formOf("string", "text");
const flag = formOf("boolean", "true or false");
const countOr0: ValueForm = {
  wanted: "an integer of 0 or more",
  holds: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
};

/** The forms that several functions use. */
export const form = {
  anything: { wanted: "anything", holds: () => true },
  text,
  flag,
  countOr0,
  function: formOf("function", "a function"),
  name: { wanted: "text", holds: (value: unknown) => text.holds(value) && value !== "" },
  flagOrText: {
    wanted: "true, false or text",
    holds: (value: unknown) => flag.holds(value) || text.holds(value),
  },
  seconds: {
    wanted: "a number of seconds",
    holds: (value: unknown) => typeof value === "number" && value >= 0,
  },
  count: {
    wanted: "an integer of 1 or more",
    holds: (value: unknown) => countOr0.holds(value) && value !== 0,
  },
  limit: { ...countOr0, wanted: `${countOr0.wanted}, or null for all rows` },
  texts: {
    wanted: "a list of texts",
    holds: (value: unknown) => Array.isArray(value) && value.every(text.holds),
  },
  names: {
    wanted: "a column name or a list of them",
    holds: (value: unknown) => (Array.isArray(value) ? value : [value]).every(text.holds),
  },
  // Of any realm.
  signal: {
    wanted: "an AbortSignal",
    holds: (value: unknown) => typeof (value as Partial<AbortSignal>).addEventListener === "function",
  },
  oneOf(...values: readonly string[]): ValueForm {
    const list = `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
    return { wanted: list, holds: (value) => values.includes(value as string) };
  },
};

/** The form of each option of a type; the compiler rejects an incomplete list. */
export type OptionForms<Options> = Readonly<Record<keyof Options, ValueForm>>;

/** @throws ConfigError naming an argument that is not of its form; null and undefined are of none. */
export function checkForm(name: string, value: unknown, { wanted, holds }: ValueForm): void {
  if (value === null || value === undefined || !holds(value))
    throw new ConfigError(`${name} must be ${wanted}, not ${valueInError(value)}`);
}

/**
 * Checks a call's options; null and undefined stand for the default.
 *
 * @param prefix - Before an option's name, as in `params.priority`.
 * @throws ConfigError naming an option that is unknown, with the known ones, or not of its form; and for anything but an object of options.
 */
export function checkOptions(
  what: string,
  options: object | null,
  forms: Readonly<Record<string, ValueForm>>,
  prefix = "",
): void {
  const names = Object.keys(forms);
  if (!isOptions(options))
    throw new ConfigError(`${what} takes its options as one object, such as { ${names[0]}: ... }`);
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form === undefined)
      throw new ConfigError(`${what} has no option ${name}; it has ${names.join(", ")}`);
    if (value !== null && value !== undefined) checkForm(prefix + name, value, form);
  }
}

/** The options that have a value: neither null nor undefined. */
export function definedOptions<Options extends object>(options: Options): Partial<Options> {
  const entries = Object.entries(options).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as Partial<Options>;
}

/** Not a map, a promise or a list, whose content would be ignored. */
function isOptions(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return isPlainObject(value) || Object.keys(value).length > 0;
}

/** Environment variables, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Option of every function that uses the network. */
export interface SignalOption {
  /** Aborting it stops the operation, which rejects with InterruptedError. */
  readonly signal?: AbortSignal | undefined;
}
