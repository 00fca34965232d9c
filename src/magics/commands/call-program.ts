import { createLocalNames } from "../cell/local-names.ts";
import type { Program } from "../cell/program.ts";

/**
 * A program that is one call of a function of `svclib/pandas_td/ipython`.
 *
 * @param values - Expressions of the arguments.
 * @param referred - Notebook variables among them.
 */
export function callProgram(
  name: string,
  values: readonly string[],
  referred: readonly string[] = [],
): Program {
  const names = createLocalNames(new Set(referred));
  return {
    fromCore: [],
    fromMagics: [name],
    names,
    statements: [],
    value: `${names.of(name)}(${values.join(", ")})`,
    out: null,
  };
}
