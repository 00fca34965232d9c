import type { ExprList, PivotOptions } from "arquero/dist/types/table/types.js";
import type { Table } from "../table.ts";
import { fieldText } from "../csv-and-json.ts";
import type { TypedTable } from "../expressions/expression-names.ts";
import { arqueroVerb } from "./arquero-verb.ts";
import { keyOrigins, valueOrigins, type Origins } from "./types/origins.ts";
import { listed } from "./read-arguments.ts";
import { groupRows, keyColumns } from "./keys/row-keys.ts";
import { compareColumn } from "./keys/row-order.ts";
import type { DerivedColumns, DerivedExpressions, KeyColumns, OneOrMany, Picked } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

export interface PivotVerb<R extends object, G extends keyof R> {
  /** Turns rows into columns, one per key; groups keep their columns. [Arquero: pivot](https://idl.uw.edu/arquero/api/verbs#pivot) */
  pivot<V extends DerivedExpressions<R>>(
    keys: OneOrMany<KeyColumns<R>>,
    values: V & DerivedExpressions<R>,
    options?: PivotOptions,
  ): Table<Picked<R, G> & Record<string, DerivedColumns<V>[keyof V]>>;
  /** Turns rows into columns of the values of a column. [Arquero: pivot](https://idl.uw.edu/arquero/api/verbs#pivot) */
  pivot(keys: ExprList, values: ExprList, options?: PivotOptions): Table;
}

/** @internal */
export const pivot: Verb = {
  expressions: [listed(), listed({ groups: true }), null],
  run: (table, keys, values, options) => {
    const { keySeparator = "_" } = Object(options) as PivotOptions;
    const column = keyTexts(table, [keys].flat(), keySeparator);
    const turned = table.create({ data: { ...table.data(), [KEY]: column }, names: table.columnNames() });
    const output = arqueroVerb("pivot").call(turned, KEY, values, options);
    return output.rename(
      Object.fromEntries(output.columnNames().map((name) => [name, name.replace(RANK, "")])),
    );
  },
  origins: (table, [, values, options], output): Origins => {
    const turned = valueOrigins([table], values);
    const { valueSeparator = "_" } = Object(options) as PivotOptions;
    const origins = output.columnNames().map((name) => {
      const own = turned.filter(([value]) => turned.length === 1 || name.startsWith(value + valueSeparator));
      return [name, own.length === 1 ? (own[0]?.[1] ?? []) : []] as const;
    });
    return new Map([...origins, ...keyOrigins(table)]);
  },
};

const KEY = "\uE000key";
/** The place of a key among all, which Arquero sorts the columns by. */
const RANK = /\uE000\d{9}/;

/** The keys of rows, equal where their values are, as texts that sort by value. Null for rows without one, which are in no column. */
function keyTexts(table: TypedTable, keys: readonly unknown[], separator: string): (string | null)[] {
  const columns = keyColumns(table, keys);
  const groups = groupRows(table, keys);
  if (groups === null) return [];
  const textOfRow = (row: number): string | null =>
    textOf(columns.map(({ column }) => column.at(row)), separator); // prettier-ignore
  const compares = columns.map((column) => compareColumn(column));
  const order = (one: number, other: number): number =>
    compares.reduce((before, compare) => before || compare(one, other), 0);
  const texts = [...groups.rows].sort(order).map(textOfRow);
  const ranks = new Map(
    [...new Set(texts)].map((text, rank) => [text, `\uE000${String(rank).padStart(9, "0")}`]),
  );
  const ofGroup = groups.rows.map((row) => {
    const text = textOfRow(row);
    return text === null ? null : `${ranks.get(text) as string}${text}`;
  });
  return Array.from(groups.keys, (group) => ofGroup[group] ?? null);
}

/** Numbers, texts and times as in CSV; null for one that is missing. */
function textOf(values: readonly unknown[], separator: string): string | null {
  const texts = values.map((value) => (Number.isNaN(value) ? null : fieldText(value, undefined)));
  return texts.length === 1 ? (texts[0] ?? null) : texts.join(separator);
}
