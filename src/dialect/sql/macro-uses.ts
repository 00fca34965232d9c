import { COLLECTION_MACROS } from "../library/collections.ts";
import { HIVE_MACROS } from "../library/hive.ts";
import { HIVEMALL_MACROS } from "../library/hivemall.ts";
import { JSON_MACROS } from "../library/json.ts";
import { NUMBER_MACROS } from "../library/numbers.ts";
import { SKETCH_MACROS } from "../library/sketches.ts";
import { STRING_MACROS } from "../library/strings.ts";
import { TIME_MACROS } from "../library/times.ts";

/** All macros of the library, ordered so that each follows those that it uses. */
export const MACROS: readonly Readonly<Record<string, string>>[] = [
  NUMBER_MACROS,
  STRING_MACROS,
  TIME_MACROS,
  JSON_MACROS,
  COLLECTION_MACROS,
  SKETCH_MACROS,
  HIVE_MACROS,
  HIVEMALL_MACROS,
];

/** What a call of a macro becomes in the engine, which writes the macro's body in its place. */
export interface MacroUses {
  /** How often each argument is written. */
  readonly args: readonly number[];
  /** Characters of the body, without arguments. */
  readonly length: number;
}

const heads = new Map<string, { readonly parameters: readonly string[]; readonly body: string }>();
const uses = new Map<string, MacroUses>();

/** Null for what is no macro, or another number of arguments. @param name - Without the library's. */
export function macroUses(name: string, count: number): MacroUses | null {
  if (heads.size === 0)
    for (const [head, body] of MACROS.flatMap((macros) => Object.entries(macros))) {
      const [, of = "", list = ""] = /^([^(]*)\((.*)\)$/.exec(head) ?? [];
      const parameters = list.split(", ");
      heads.set(`${of}/${parameters.length}`, { parameters, body });
    }
  const key = `${name}/${count}`;
  const head = heads.get(key);
  if (head === undefined) return null;
  let macroCounts = uses.get(key);
  if (macroCounts === undefined)
    uses.set(key, (macroCounts = usesIn(head.body.replaceAll(/'[^']*'/g, "''"), head.parameters)));
  return macroCounts;
}

const PART = /~(\w+)\(|[A-Za-z_]\w*|[()[\],]|[^~A-Za-z_()[\],]+|./g;

/** What SQL without texts, in which `~name(…)` are macros, writes of these names. */
export function usesIn(sql: string, names: readonly string[]): MacroUses {
  const args = names.map(() => 0);
  let length = 0;
  const parts = [...sql.matchAll(PART)];
  for (let i = 0; i < parts.length; i++) {
    const [text, macro] = parts[i]!;
    if (macro === undefined) {
      const isField = /^\s*:=/.test(parts[i + 1]?.[0] ?? "");
      const at = isField ? -1 : names.indexOf(text);
      if (at >= 0) args[at]!++;
      else length += text.length;
      continue;
    }
    const argumentTexts: string[] = [""];
    for (let depth = 1; depth > 0;) {
      const [part] = parts[++i]!;
      depth += /[([]$/.test(part) ? 1 : /[)\]]/.test(part) ? -1 : 0;
      if (part === "," && depth === 1) argumentTexts.push("");
      else if (depth > 0) argumentTexts[argumentTexts.length - 1] += part;
    }
    const inner = macroUses(macro, argumentTexts.length) ?? { args: argumentTexts.map(() => 1), length: 0 };
    length += inner.length;
    argumentTexts.forEach((one, place) => {
      const within = usesIn(one, names);
      length += within.length * inner.args[place]!;
      within.args.forEach((n, at) => (args[at]! += n * inner.args[place]!));
    });
  }
  return { args, length };
}
