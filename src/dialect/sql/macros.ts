import { COLLECTION_MACROS } from "../library/collections.ts";
import { HIVE_MACROS } from "../library/hive.ts";
import { HIVEMALL_MACROS } from "../library/hivemall.ts";
import { JSON_MACROS } from "../library/json.ts";
import { NUMBER_MACROS } from "../library/numbers.ts";
import { SKETCH_MACROS } from "../library/sketches.ts";
import { STRING_MACROS } from "../library/strings.ts";
import { TIME_MACROS } from "../library/times.ts";
import type { MacroUses, Sql, Variable } from "./nodes.ts";
import { callLength, variable } from "./sql.ts";
import { parseTemplate } from "./template-parser.ts";

/** A macro of the library. */
interface Macro {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: string;
}

/** All macros of the library, ordered so that each follows those that it uses. */
export const MACROS: readonly Macro[] = [
  NUMBER_MACROS,
  STRING_MACROS,
  TIME_MACROS,
  JSON_MACROS,
  COLLECTION_MACROS,
  SKETCH_MACROS,
  HIVE_MACROS,
  HIVEMALL_MACROS,
].flatMap((macros) =>
  Object.entries(macros).map(([head, body]) => {
    const [name, list] = head.slice(0, -1).split("(") as [string, string];
    return { name, parameters: list.split(", "), body };
  }),
);

const byName = new Map(MACROS.map((macro) => [macro.name, macro]));
const uses = new Map<string, MacroUses>();

/** Null for what is no macro, or another number of arguments. @param name - Without the library's. */
export function macroUses(name: string, count: number): MacroUses | null {
  const macro = byName.get(name);
  if (macro?.parameters.length !== count) return null;
  let macroCounts = uses.get(name);
  if (macroCounts === undefined) {
    const variables = macro.parameters.map((parameter) => variable(parameter));
    uses.set(name, (macroCounts = usesIn(macroBody(macro, variables), variables)));
  }
  return macroCounts;
}

/** The SQL of a macro's body, with its own parameter names. */
export const macroBody = (
  { body, parameters }: Pick<Macro, "body" | "parameters">,
  variables = parameters.map((name) => variable(name)),
): Sql => parseTemplate([body], macroUses, new Map(parameters.map((name, i) => [name, variables[i]!])), true);

/** What SQL writes of these variables, and of itself but for texts, which cost the engine nothing. */
function usesIn(sql: Sql, variables: readonly Variable[]): MacroUses {
  const args = variables.map(() => 0);
  let length = sql.size;
  const count = (part: Sql, times: number): void => {
    const at = variables.indexOf(part as Variable);
    if (at >= 0) args[at]! += times;
    if (at >= 0 || part.kind === "literal") length -= times * part.size;
    const inner = part.kind === "call" ? part.detail : null;
    // Its body stands in place of a macro's call.
    if (part.kind === "call" && inner !== null) length -= times * callLength(part.text, part.parts, inner);
    part.parts.forEach((one, i) => count(one, times * (inner?.args[i] ?? 1)));
  };
  count(sql, 1);
  return { args, length };
}
