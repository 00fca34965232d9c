import { isIdentifier } from "../source/identifier.ts";
import { quoteString } from "../source/string-literal.ts";
import type { ArgumentWord } from "./split-arguments.ts";

/** A positional argument: text as typed, or `{name}` for a variable of the notebook. */
export type Argument =
  { readonly kind: "text"; readonly text: string } | { readonly kind: "variable"; readonly name: string };

/** Parses `{name}` as a variable if one of that name exists; anything else is text. */
export function toArgument(word: ArgumentWord, bound: ReadonlySet<string>): Argument {
  const name = bracedName(word);
  return name !== null && bound.has(name) ? { kind: "variable", name } : { kind: "text", text: word.text };
}

/** The name in `{name}`, or null. */
export function bracedName({ text, quoted }: ArgumentWord): string | null {
  const name = !quoted && text.startsWith("{") && text.endsWith("}") ? text.slice(1, -1) : "";
  return isIdentifier(name) ? name : null;
}

/** The argument as a TypeScript expression. */
export function argumentCode(argument: Argument): string {
  return argument.kind === "variable" ? argument.name : quoteString(argument.text);
}
