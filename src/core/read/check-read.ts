import { ConfigError } from "../errors.ts";
import {
  checkOptions,
  form,
  type OptionForms,
  type ValueForm,
  type SignalOption,
} from "../options/option-forms.ts";
import {
  parseIndexAndDates,
  SHAPE_FORMS,
  type CheckedIndexAndDates,
  type IndexAndDateOptions,
} from "./index-and-dates.ts";

interface SharedOptions extends IndexAndDateOptions, SignalOption {
  readonly limit?: number | null | undefined;
}

const SHARED: OptionForms<SharedOptions> = { ...SHAPE_FORMS, limit: form.limit, signal: form.signal };

/**
 * @param own - The function's options, other than those of all reading functions.
 * @throws ConfigError when a reading function's second argument is not a QueryEngine, or an option is invalid.
 */
export function checkRead<Options extends SharedOptions>(
  caller: string,
  engine: { readonly client?: unknown } | null | undefined,
  options: Options,
  own: OptionForms<Omit<Options, keyof SharedOptions>>,
): CheckedIndexAndDates {
  checkOptions(caller, options, { ...(own as Readonly<Record<string, ValueForm>>), ...SHARED });
  if (typeof engine?.client !== "object")
    throw new ConfigError(
      `${caller}: the second argument is not an engine; create one: create_engine("presto:sample_datasets")`,
    );
  return parseIndexAndDates(options);
}
