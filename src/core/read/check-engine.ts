import { ConfigError } from "../errors.ts";

/** @throws ConfigError when a reading function's second argument is not a QueryEngine. */
export function checkEngine(caller: string, engine: { readonly client?: unknown } | null | undefined): void {
  if (typeof engine?.client !== "object")
    throw new ConfigError(
      `${caller}: the second argument is not an engine; create one: create_engine("presto:sample_datasets")`,
    );
}
