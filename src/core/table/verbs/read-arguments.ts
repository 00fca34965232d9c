import { ColumnTable } from "arquero";
import { CompiledText, compiledText } from "../expressions/compiled-text.ts";

/**
 * Compiles the expressions in an argument of a verb over a table, or over two that are joined.
 *
 * @param arrays - Takes the names of the nullable columns that the expressions read as arrays.
 */
export type ReadArgument = (value: unknown, tables: readonly ColumnTable[], arrays?: Set<string>) => unknown;

interface ArgumentPlace {
  /** Whether null is as good as false. */
  readonly criterion?: boolean;
  /** Whether values of single rows may only be arguments of aggregates. */
  readonly groups?: boolean;
}

/** One expression. */
export const one =
  (place: ArgumentPlace = {}): ReadArgument =>
  (value, tables, arrays) =>
    isAbsent(value) ? value : compiledText(tables, value, { ...place, arrays });

/** An object of expressions by name. */
export const byName =
  (place: ArgumentPlace = {}): ReadArgument =>
  (value, tables, arrays) => {
    if (isAbsent(value) || typeof value !== "object" || value instanceof CompiledText || Array.isArray(value))
      return value;
    const entries: [string, unknown][] =
      value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value as object);
    return Object.fromEntries(
      entries.map(([name, code]) => [name, compiledText(tables, code, { ...place, arrays })]),
    );
  };

/** A list of columns, selections and objects of expressions by name: a text is a name, a function a selection. */
export const listed =
  (place: ArgumentPlace = {}): ReadArgument =>
  (value, tables) => {
    if (Array.isArray(value)) return value.map((item) => listed(place)(item, tables));
    return isAbsent(value) || typeof value !== "object" || isDescription(value as object)
      ? value
      : byName(place)(value, tables);
  };

/** Options of which some are expressions. */
export const options =
  (readers: Readonly<Record<string, ReadArgument>>): ReadArgument =>
  (value, tables) => {
    if (typeof value !== "object" || value === null) return value;
    const compiled = Object.entries(readers)
      .filter(([name]) => name in value)
      .map(([name, read]) => [name, read((value as Record<string, unknown>)[name], tables)]);
    return { ...value, ...Object.fromEntries(compiled) } as unknown;
  };

/** Of the other table alone. */
export const ofOther =
  (read: ReadArgument): ReadArgument =>
  (value, tables) =>
    read(value, tables.slice(1));

const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || value instanceof ColumnTable;

/** Whether it is an expression itself, not an object of expressions by name. */
const isDescription = (value: object): boolean =>
  "expr" in value || "fields" in value || value instanceof CompiledText;
