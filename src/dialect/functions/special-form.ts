import { unified } from "../analyze/operators/predicates.ts";
import type { Scope } from "../analyze/scope.ts";
import type { Translation } from "../analyze/translation.ts";
import { sqlOf, withType, type Typed } from "../analyze/typed.ts";
import { oneOf } from "../analyze/whole-digits.ts";
import type { Call } from "../parse/ast.ts";
import { commas, engine } from "../sql/tree.ts";

/** A function whose arguments or types can't be described by a signature. */
export type SpecialForm = (t: Translation, call: Call, scope: Scope) => Typed;

export function argumentsOf(t: Translation, call: Call, scope: Scope, least: number, most = least): Typed[] {
  if (call.args.length < least || call.args.length > most)
    t.syntaxError(
      `${call.name} takes ${most === Infinity ? `at least ${least}` : least === most ? least : `${least} to ${most}`} arguments, found ${call.args.length}`,
      call.pos,
    );
  return call.args.map((arg) => t.expression(arg, scope));
}

/** `coalesce`, and Hive's `nvl` of two values. */
export const coalesce: SpecialForm = (t, call, scope) => {
  const isPair = call.name.toLowerCase() === "nvl";
  const { values, type } = unified(
    t,
    argumentsOf(t, call, scope, t.hive && !isPair ? 1 : 2, isPair ? 2 : Infinity),
    "all COALESCE operands",
    call.pos,
    call.args.map(({ pos }) => pos),
  );
  return oneOf(withType(engine`coalesce(${commas(sqlOf(values))})`, type, values), values);
};
