import type { Catalogue, CompletionScope } from "../catalogue.ts";
import type { MagicRecord, OptionRecord, PositionalKind } from "../cell/magic-record.ts";
import { optionForms } from "../cell/arguments/usage.ts";
import { startingWith, type Candidate, type Candidates } from "./completion.ts";

/**
 * Candidates for the word being typed after a magic's name: options, their values, or the argument.
 *
 * @param typedLine - Text between the name and the cursor.
 */
export function completeLine(
  record: MagicRecord,
  typedLine: string,
  cursor: number,
  catalogue: Catalogue,
  scope: CompletionScope,
): Candidates {
  const word = /\S*$/.exec(typedLine)?.[0] ?? "";
  const words = typedLine
    .slice(0, typedLine.length - word.length)
    .split(/\s+/)
    .filter(Boolean);
  const from = (typed: string, candidates: readonly Candidate[]): Candidates => ({
    candidates: startingWith(typed, candidates),
    start: cursor - typed.length,
  });
  const equals = /^--[\w-]+=/.exec(word)?.[0];
  if (equals !== undefined) {
    const option = record.options.find(({ name }) => `--${name}=` === equals.replaceAll("_", "-"));
    return from(word.slice(equals.length), option === undefined ? [] : optionValues(option, scope));
  }
  const open = optionOf(record, words.at(-1));
  if (open?.value !== undefined) return from(word, optionValues(open, scope));
  if (word.startsWith("-")) return from(word, optionCandidates(record, words, word));
  if (word.startsWith("{"))
    return from(
      word,
      variables(scope).map((name) => value(`{${name}}`, "variable")),
    );
  const named = hasArgument(record, words) || record.positional === null ? null : record.positional.kind;
  const argument = named === null ? [] : argumentCandidates(named, catalogue, scope);
  return from(word, word === "" ? [...argument, ...optionCandidates(record, words, "--")] : argument);
}

/** Options not given yet; short forms only after a single dash. */
function optionCandidates(record: MagicRecord, words: readonly string[], typed: string): Candidate[] {
  const given = new Set(words.map((word) => optionOf(record, word)?.name));
  const left = record.options.filter(({ name }) => !given.has(name));
  const signature = (option: OptionRecord): string => `${optionForms(option)}: ${option.help}`;
  const long = left.map((option) => ({
    text: `--${option.name}`,
    type: "option",
    signature: signature(option),
  }));
  const short = left
    .filter((option) => option.short !== undefined)
    .map((option) => ({
      text: `-${option.short ?? ""}`,
      type: "option",
      signature: signature(option),
    }));
  return typed.startsWith("--") ? long : [...long, ...short];
}

/** The option that a word is; null for other words. */
function optionOf(record: MagicRecord, word: string | undefined): OptionRecord | null {
  if (word === undefined) return null;
  const name = word.startsWith("--") ? word.slice(2).replace(/=.*/, "").replaceAll("_", "-") : null;
  const short = /^-\w+$/.test(word) ? word.at(-1) : null;
  return (
    record.options.find((option) => option.name === name || (short !== null && option.short === short)) ??
    null
  );
}

/** Whether the argument has been given before the current word. */
function hasArgument(record: MagicRecord, words: readonly string[]): boolean {
  return words.some((word, at) => {
    const before = optionOf(record, words[at - 1]);
    return !word.startsWith("-") && (before?.value === undefined || words[at - 1]?.includes("=") === true);
  });
}

function optionValues(option: OptionRecord, scope: CompletionScope): Candidate[] {
  if (option.name === "timezone")
    return ["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => value(zone, "value"));
  return option.name === "connection" ? variables(scope).map((name) => value(name, "variable")) : [];
}

function argumentCandidates(kind: PositionalKind, catalogue: Catalogue, scope: CompletionScope): Candidate[] {
  if (kind === "module") return [value("svclib.pandas_td.ipython", "value")];
  if (kind === "job") return [];
  const databases = catalogue.databases ?? [];
  const names = databases.map((name) => value(name, "database"));
  if (!kind.startsWith("table")) return names;
  const current = kind === "table" && scope.database != null ? (catalogue.tables(scope.database) ?? []) : [];
  return [
    ...current.map((table) => value(table.name, "table")),
    ...names,
    ...databases.flatMap((database) =>
      (catalogue.tables(database) ?? []).map((table) => value(`${database}.${table.name}`, "table")),
    ),
  ];
}

function variables(scope: CompletionScope): readonly string[] {
  return scope.variables ?? [];
}

function value(text: string, type: string): Candidate {
  return { text, type, signature: "" };
}
