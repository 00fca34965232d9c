import type { Translation } from "../../analyze/translation.ts";
import type { Typed } from "../../analyze/typed.ts";

/**
 * Parses a Hivemall function's option string, a literal such as `-k 10 -reverse`: values by name, "" for flags.
 * @param flags - Names of options without a value.
 * @param valued - Names of options with a value.
 */
export function hivemallOptions(
  t: Translation,
  what: string,
  optionText: Typed | undefined,
  { flags = [], valued = [] }: { readonly flags?: readonly string[]; readonly valued?: readonly string[] },
  pos: number,
): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  if (optionText === undefined) return options;
  const text = optionText.constant;
  if (typeof text !== "string") return t.unsupported(`${what} with options that are not a literal`, pos);
  const words = text.trim().split(/\s+/).filter(Boolean);
  for (let i = 0; i < words.length; i++) {
    const name = /^--?(.*)/.exec(words[i]!)?.[1] ?? "";
    if (flags.includes(name)) options.set(name, "");
    else if (valued.includes(name) && words[i + 1] !== undefined) options.set(name, words[++i]!);
    else
      t.invalid(
        `${what} takes the options ${[...flags, ...valued].map((one) => `-${one}`).join(", ")}, not ${words[i]!}`,
        pos,
      );
  }
  return options;
}

export function wholeOption(
  t: Translation,
  what: string,
  text: string | undefined,
  otherwise: number,
  pos: number,
): number {
  if (text === undefined) return otherwise;
  if (!/^-?\d{1,9}$/.test(text)) t.invalid(`${what}: ${text} is not a whole number`, pos);
  return Number(text);
}
