import type { Dialect } from "../dialect.ts";
import { hiveFunctions } from "../hive/functions.ts";
import { prestoFunctions } from "../presto/functions.ts";
import type { FunctionForm, FunctionFamily } from "./function-table.ts";
import { specialNames } from "./find-special-form.ts";

const FAMILIES: Record<Dialect, () => readonly FunctionFamily[]> = {
  presto: prestoFunctions,
  hive: hiveFunctions,
};

const tables: Partial<Record<Dialect, ReadonlyMap<string, readonly FunctionForm[]>>> = {};

function table(dialect: Dialect): ReadonlyMap<string, readonly FunctionForm[]> {
  return (tables[dialect] ??= new Map(
    FAMILIES[dialect]().flatMap((family) => Object.entries(family.functions)),
  ));
}

/** The forms of a function in the dialect; null when it does not exist. */
export function findForms(name: string, dialect: Dialect): readonly FunctionForm[] | null {
  return table(dialect).get(name.toLowerCase()) ?? null;
}

/** Names of all supported functions of the dialect, sorted. */
export function functionNames(dialect: Dialect): readonly string[] {
  return [...new Set([...table(dialect).keys(), ...specialNames(dialect)])].sort();
}
