// This folder: a magic's line: words, options and their errors.

import yargs from "yargs-parser";
import { UsageError } from "../../../core/errors.ts";
import { nearestName } from "../../../dialect/nearest-name.ts";
import type { MagicArguments, MagicRecord, OptionRecord } from "../magic-record.ts";
import { splitArguments, type ArgumentWord } from "./split-arguments.ts";
import { usageError } from "./usage.ts";

/** The last of a repeated option counts. Words are canonical, so that none of yargs-parser's other rules applies. */
const SETTINGS = { "duplicate-arguments-array": false };

/**
 * Parses a magic's line by its record, with argparse's rules: options before or after the argument, `--opt value` and
 * `--opt=value`, `-qv`, `-oNAME`, unique abbreviations, `_` for `-` in long names, the last of a repeated option, `--`.
 *
 * @throws UsageError that names the option and shows the usage line.
 */
export function parseArguments(record: MagicRecord, line: string): MagicArguments {
  // Backslashes in a regular expression are not escapes of the line.
  const text = record.positional?.kind.endsWith("pattern") ? line.replace(/\\/g, "\\\\") : line;
  const words = explained(record, () => splitArguments(text));
  const parsed = yargs.detailed(
    explained(record, () => canonicalWords(record.options, words)),
    {
      string: [
        "_",
        ...record.options.filter((option) => option.value !== undefined).map((option) => option.name),
      ],
      boolean: record.options.filter((option) => option.value === undefined).map((option) => option.name),
      configuration: SETTINGS,
    },
  );
  if (parsed.error !== null) throw usageError(record, parsed.error.message);

  const values = new Map<string, string>();
  const switches = new Set<string>();
  for (const option of record.options) {
    const value: unknown = parsed.argv[option.name];
    if (typeof value === "string") values.set(option.name, value);
    if (value === true) switches.add(option.name);
  }
  const positionals = parsed.argv._.map(String);
  const extra = positionals[record.positional === null ? 0 : 1];
  if (extra !== undefined)
    throw usageError(
      record,
      `unexpected argument '${extra}'${record.kind === "cell" ? "; the query goes below this line" : ""}`,
    );
  const [first] = positionals;
  if (first === undefined && record.positional?.required === true && !switches.has("help"))
    throw usageError(record, `${record.positional.name} is missing`);
  return { positional: words.find((candidate) => candidate.text === first) ?? null, values, switches };
}

/** What `read` returns; a UsageError of it names the magic and shows the usage line. */
function explained<T>(record: MagicRecord, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UsageError ? usageError(record, error.message) : error;
  }
}

/** Expands all options: long names, one word per switch or value; then `--` and the rest. */
function canonicalWords(options: readonly OptionRecord[], words: readonly ArgumentWord[]): string[] {
  const canonical: string[] = [];
  const positionals: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]?.text ?? "";
    if (word === "--") {
      positionals.push(...words.slice(at + 1).map((rest) => rest.text));
      break;
    }
    if (!looksLikeOption(word)) {
      positionals.push(word);
      continue;
    }
    const pending = addOption(options, word, canonical);
    if (pending === null) continue;
    const next = words[at + 1]?.text;
    if (next === undefined || looksLikeOption(next))
      throw new UsageError(`option ${word} needs a value (${pending.value ?? ""})`);
    canonical.push(`--${pending.name}=${next}`);
    at += 1;
  }
  return [...canonical, "--", ...positionals];
}

/** As in argparse, `-`, `-5` and words with blanks are not options, unless an option has them as its value; nor is `-08:00`. */
function looksLikeOption(word: string): boolean {
  return /^-(?:-[\w-]+=|[^\s]+$)/.test(word) && !/^-\d*[.:]?\d+$/.test(word);
}

/** Whether a word is an option whose value is the next word. */
export function takesNextWord(options: readonly OptionRecord[], word: string): boolean {
  try {
    return looksLikeOption(word) && addOption(options, word, []) !== null;
  } catch (error) {
    // An unknown option is reported when the line is parsed.
    if (error instanceof UsageError) return false;
    throw error;
  }
}

/** Adds an option's canonical words; returns the option if its value is the next word. */
function addOption(options: readonly OptionRecord[], word: string, canonical: string[]): OptionRecord | null {
  return word.startsWith("--") ? addLong(options, word, canonical) : addShort(options, word, canonical);
}

/** Adds `--name` or `--name=value`; returns the option if its value is the next word. */
function addLong(options: readonly OptionRecord[], word: string, canonical: string[]): OptionRecord | null {
  const equals = word.indexOf("=");
  const spelling = (equals < 0 ? word : word.slice(0, equals)).slice(2);
  const option = findLong(options, spelling);
  if (option.value === undefined) {
    if (equals >= 0) throw new UsageError(`option --${option.name} takes no value`);
    canonical.push(`--${option.name}=true`);
    return null;
  }
  if (equals < 0) return option;
  canonical.push(`--${option.name}=${word.slice(equals + 1)}`);
  return null;
}

/** Adds `-q`, `-qv`, `-oNAME` or `-o=NAME`; returns the option if its value is the next word. */
function addShort(options: readonly OptionRecord[], word: string, canonical: string[]): OptionRecord | null {
  const letters = [...word.slice(1)];
  for (const [at, letter] of letters.entries()) {
    const option = options.find((candidate) => candidate.short === letter);
    if (option === undefined)
      throw unknownOption(options, letters.length > 1 ? `-${letter} (in ${word})` : word, word);
    if (option.value === undefined) {
      canonical.push(`--${option.name}=true`);
      continue;
    }
    const value = letters.slice(at + 1).join("");
    if (value === "") return option;
    canonical.push(`--${option.name}=${value.replace(/^=/, "")}`);
    return null;
  }
  return null;
}

function findLong(options: readonly OptionRecord[], spelling: string): OptionRecord {
  const name = spelling.replaceAll("_", "-");
  const exact = options.find((option) => option.name === name);
  if (exact !== undefined) return exact;
  const [first, ...others] = options.filter((option) => option.name.startsWith(name));
  if (first === undefined) throw unknownOption(options, `--${spelling}`, name);
  if (others.length > 0) {
    const choices = [first, ...others].map((option) => `--${option.name}`).join(", ");
    throw new UsageError(`option --${spelling} could be ${choices}`);
  }
  return first;
}

function unknownOption(options: readonly OptionRecord[], name: string, spelling: string): UsageError {
  const nearest = nearestName(
    spelling,
    options.map((option) => option.name),
  );
  return new UsageError(`unknown option ${name}${nearest === null ? "" : `; did you mean --${nearest}?`}`);
}
