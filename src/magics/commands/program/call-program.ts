import { argumentCode, type Argument } from "../../cell/arguments/split-arguments.ts";
import type { LocalNames } from "../../cell/local-names.ts";
import type { Program } from "../../cell/program.ts";

/**
 * A program that is one call of a function of `svclib/pandas_td/ipython`.
 *
 * @param values - Argument expressions.
 */
export function callProgram(names: LocalNames, name: string, ...values: readonly string[]): Program {
  return { statements: [], value: `${names.magic(name)}(${values.join(", ")})`, out: null };
}

/** A program that is one call with the magic's argument, if any. */
export function argumentProgram(names: LocalNames, name: string, argument: Argument | null): Program {
  return callProgram(names, name, ...(argument === null ? [] : [argumentCode(argument)]));
}
