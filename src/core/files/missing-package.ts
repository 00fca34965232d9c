import { ConfigError } from "../errors.ts";

const NOT_FOUND = /^Cannot find (?:package|module) '((?:@[^/']+\/)?[^./'@\\:][^/'\\:]*)/;

/**
 * Explains a failed import of a package that svclib needs only for notebooks, charts, the local service or clusters.
 *
 * @returns an error that says what to install; any other error unchanged.
 */
export function explainMissing(error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const name = NOT_FOUND.exec(String(message))?.[1];
  if (name === undefined || (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND")) return error;
  return new ConfigError(`the package ${name} is not installed; npm install svclib-jupyter brings it`, {
    cause: error,
  });
}

/** For an import's `catch`. @throws the result of {@link explainMissing}. */
export function throwExplained(error: unknown): never {
  throw explainMissing(error);
}
