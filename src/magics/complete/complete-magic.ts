import type { KnownCatalogue, CompletionScope } from "../known-catalogue.ts";
import type { CellPlan } from "../cell/cell-plan.ts";
import { magicLabel, usageLine, optionForms } from "../cell/arguments/usage.ts";
import { findMagics } from "../cell/find-magics.ts";
import { ALL_MAGICS, findMagic } from "../commands/all-magics.ts";
import { completeSql } from "./complete-sql.ts";
import {
  candidate,
  startingWith,
  toCompletion,
  type Candidates,
  type Completion,
  type Candidate,
} from "./completion.ts";
import { isLocal, magicDatabase, magicDialect } from "../cell/arguments/magic-arguments.ts";
import type { MagicRecord, OptionRecord, PositionalKind } from "../cell/magic-record.ts";

/**
 * Completes magic names, their options and arguments, and SQL, from the cached catalogue. Sends nothing.
 *
 * @param cursor - Offset in UTF-16 units.
 * @returns null in ordinary code, which the kernel completes.
 */
export function completeMagic(
  plan: CellPlan,
  cursor: number,
  catalogue: KnownCatalogue,
  scope: CompletionScope,
): Completion | null {
  const completion = completeName(plan.code, cursor) ?? completeInside(plan, cursor, catalogue, scope);
  return completion === null ? null : toCompletion(plan.code, completion, cursor);
}

function completeInside(
  plan: CellPlan,
  cursor: number,
  catalogue: KnownCatalogue,
  scope: CompletionScope,
): Candidates | null {
  const call = plan.callAt(cursor);
  if (call === null) return null;
  const record = findMagic(call.name);
  if (record === null || call.kind === "help") return { candidates: [], start: cursor };
  if (cursor <= call.lineEnd)
    return completeLine(record, plan.code.slice(call.lineStart, cursor), cursor, catalogue, scope);
  return completeSql(
    {
      sql: call.body ?? "",
      start: call.bodyStart,
      dialect: magicDialect(call.name),
      database: magicDatabase(call, scope),
      isLocal: isLocal(call),
    },
    cursor,
    catalogue,
    scope,
  );
}

const TYPED = /(?:^|[\n\r])[^\S\n\r]*(%{1,2}\w*)$|=[^\S\n\r]*(%\w*)$/;

/** Candidates for a magic's name being typed, with percent signs; null where no magic can begin. */
function completeName(code: string, cursor: number): Candidates | null {
  const match = TYPED.exec(code.slice(0, cursor));
  const word = match?.[1] ?? match?.[2];
  if (word === undefined) return null;
  const start = cursor - word.length;
  const opensCell = code.slice(0, start).trim() === "";
  // Tests with one of our names whether a magic can begin here.
  const probe = `${code.slice(0, start)}%lsmagic${code.slice(cursor).replace(/^\w*/, "")}`;
  if (!opensCell && (word.startsWith("%%") || !findMagics(probe).some((call) => call.start === start)))
    return null;
  const assigned = match?.[2] !== undefined;
  const possible = ALL_MAGICS.filter(({ kind }) => kind === "line" || (opensCell && !assigned));
  const candidates = possible.map((record) =>
    candidate(magicLabel(record), "magic", `${usageLine(record).replace(/^usage: /, "")}: ${record.summary}`),
  );
  return { candidates: startingWith(word, candidates), start };
}

/**
 * Candidates for the word being typed after a magic's name: options, their values, or the argument.
 *
 * @param typedLine - Text between the name and the cursor.
 */
function completeLine(
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
  const from = (word: string, candidates: readonly Candidate[]): Candidates => ({
    candidates: startingWith(word, candidates),
    start: cursor - word.length,
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
function optionCandidates(record: MagicRecord, words: readonly string[], word: string): Candidate[] {
  const usedOptions = new Set(words.map((word) => optionOf(record, word)?.name));
  const unusedOptions = record.options.filter(({ name }) => !usedOptions.has(name));
  const candidateOf = (text: string, option: OptionRecord): Candidate =>
    candidate(text, "option", `${optionForms(option)}: ${option.help}`);
  const long = unusedOptions.map((option) => candidateOf(`--${option.name}`, option));
  const short = unusedOptions.flatMap((option) =>
    option.short === undefined ? [] : [candidateOf(`-${option.short}`, option)],
  );
  return word.startsWith("--") ? long : [...long, ...short];
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
