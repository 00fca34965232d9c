import type { KnownCatalogue, CompletionScope } from "../known-catalogue.ts";
import type { MagicRecord, OptionRecord, PositionalKind } from "../cell/magic-record.ts";
import { optionForms } from "../cell/arguments/usage.ts";
import { candidate, startingWith, type Candidate, type Candidates } from "./completion.ts";

/**
 * Candidates for the word being typed after a magic's name: options, their values, or the argument.
 *
 * @param typedLine - Text between the name and the cursor.
 */
export function completeLine(
  record: MagicRecord,
  typedLine: string,
  cursor: number,
  catalogue: KnownCatalogue,
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
      variables(scope, (name) => `{${name}}`),
    );
  const named = hasArgument(record, words) || record.positional === null ? null : record.positional.kind;
  const argument = named === null ? [] : argumentCandidates(named, catalogue, scope);
  return from(word, word === "" ? [...argument, ...optionCandidates(record, words, "--")] : argument);
}

/** Options not given yet; short forms only after a single dash. */
function optionCandidates(record: MagicRecord, words: readonly string[], typed: string): Candidate[] {
  const usedOptions = new Set(words.map((word) => optionOf(record, word)?.name));
  const unusedOptions = record.options.filter(({ name }) => !usedOptions.has(name));
  const candidateOf = (text: string, option: OptionRecord): Candidate =>
    candidate(text, "option", `${optionForms(option)}: ${option.help}`);
  const long = unusedOptions.map((option) => candidateOf(`--${option.name}`, option));
  const short = unusedOptions.flatMap((option) =>
    option.short === undefined ? [] : [candidateOf(`-${option.short}`, option)],
  );
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
    return ["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => candidate(zone, "value"));
  return option.name === "connection" ? variables(scope) : [];
}

function argumentCandidates(
  kind: PositionalKind,
  catalogue: KnownCatalogue,
  scope: CompletionScope,
): Candidate[] {
  if (kind === "module") return [candidate("svclib.pandas_td.ipython", "value")];
  if (kind === "job") return [];
  const databases = catalogue.databases ?? [];
  const names = databases.map((name) => candidate(name, "database"));
  if (!kind.startsWith("table")) return names;
  const current = kind === "table" && scope.database != null ? (catalogue.tables(scope.database) ?? []) : [];
  return [
    ...current.map((table) => candidate(table.name, "table")),
    ...names,
    ...databases.flatMap((database) =>
      (catalogue.tables(database) ?? []).map((table) => candidate(`${database}.${table.name}`, "table")),
    ),
  ];
}

function variables({ variables = [] }: CompletionScope, form = (name: string): string => name): Candidate[] {
  return variables.map((name) => candidate(form(name), "variable"));
}
