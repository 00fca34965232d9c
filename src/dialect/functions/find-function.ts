import type { Dialect } from "../dialect.ts";
import { hiveFunctions } from "../hive/functions.ts";
import { prestoFunctions } from "../presto/functions.ts";
import type { FunctionEntry, FunctionFamily, FunctionForm } from "./function-table.ts";
import { shownWord } from "../types/type.ts";

const FAMILIES: Record<Dialect, () => readonly FunctionFamily[]> = {
  presto: prestoFunctions,
  hive: hiveFunctions,
};

const tables: Partial<Record<Dialect, ReadonlyMap<string, FunctionEntry>>> = {};

/** All functions of the dialect by name, and what is called like one, in the dialect's own names of types. */
export function entriesOf(dialect: Dialect): ReadonlyMap<string, FunctionEntry> {
  return (tables[dialect] ??= new Map(
    FAMILIES[dialect]().flatMap(({ entries }) =>
      entries.map((entry) => [
        entry.name,
        dialect === "hive" ? { ...entry, signature: inHive(entry.signature) } : entry,
      ]),
    ),
  ));
}

const inHive = (signature: string): string =>
  signature.replace(/ → .*/, (result) => result.replace(/\w+/g, (word) => shownWord(word, "hive")));

/** The forms of a function in the dialect; null when it does not exist. */
export function findForms(name: string, dialect: Dialect): readonly FunctionForm[] | null {
  return entriesOf(dialect).get(name.toLowerCase())?.forms ?? null;
}

const names: Partial<Record<Dialect, readonly string[]>> = {};

/** Names of all supported functions of the dialect that are called in an expression, sorted. */
export function functionNames(dialect: Dialect): readonly string[] {
  return (names[dialect] ??= [...entriesOf(dialect).values()]
    .filter(({ forms, special }) => forms !== null || special !== null)
    .map(({ name }) => name)
    .sort());
}
