import { argumentCode, type Argument } from "../cell/argument.ts";
import type { Program } from "../cell/program.ts";
import { callProgram } from "./call-program.ts";

/** A program that is one call with the magic's argument, or with none. */
export function argumentProgram(name: string, argument: Argument | null): Program {
  if (argument === null) return callProgram(name, []);
  return callProgram(name, [argumentCode(argument)], argument.kind === "variable" ? [argument.name] : []);
}
