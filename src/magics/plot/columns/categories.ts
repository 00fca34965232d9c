import type { Column } from "../../../core/table/table.ts";
import { jsonText } from "../../../core/text/json-text.ts";
import { formatCells } from "../../display/table/format-cells.ts";
import { factorize } from "../../result/pivot/factorize.ts";
import { vegaText } from "../encode/vega-text.ts";
import { nameOrder } from "./name-order.ts";

/** A column's values, and how they are read. */
export interface ColumnValues {
  /** Instants, numbers, or names. */
  readonly kind: "time" | "number" | "category";
  readonly values: Column;
  /** Time zone of instants; null for dates and timestamps without a zone, which are drawn as they are. */
  readonly zone: string | null;
}

/** The distinct values of a column in their order, with a code per row. */
export interface Categories {
  /** Index in {@link labels}, per row. */
  readonly codes: Uint32Array;
  /** One per distinct value; always distinct, even for values with equal text (null and "null"). */
  readonly labels: readonly string[];
  /** Whether they are names of days or of months. */
  readonly isCalendar: boolean;
  /** Whether the rows are in their order. */
  readonly isSorted: boolean;
}

/** Labels are not truncated here: two long texts with the same beginning must stay distinct. */
const MAX_LABEL_LENGTH = 1000;

export function categoriesOf(facts: ColumnValues): Categories {
  const { values, codes } = factorize(facts.values);
  const { order, isCalendar } = nameOrder(values);
  const labels = labelsOf(
    order.map((code) => values[code]),
    facts,
  );
  const ranks = Uint32Array.from(order);
  for (const [rank, code] of order.entries()) ranks[code] = rank;
  const isSame = order.every((code, rank) => code === rank);
  const own = isSame ? codes : codes.map((code) => ranks[code] ?? 0);
  const isSorted = own.every((code, row) => row === 0 || code >= (own[row - 1] ?? 0));
  return { codes: own, labels, isCalendar, isSorted };
}

function labelsOf(values: readonly unknown[], { kind, zone }: ColumnValues): string[] {
  const dates = kind === "time" && values.some((value) => value instanceof Date);
  const texts = dates ? formatCells(values, zone === "UTC" ? null : zone).texts : values.map(plainLabel);
  const taken = new Set<string>();
  return texts.map((text) => vegaText(distinctText(text, taken, (n) => ` (${n})`)));
}

/** A text, with a number if it is taken; takes it. */
export function distinctText(text: string, taken: Set<string>, suffix: (n: number) => string): string {
  let own = text;
  for (let n = 2; taken.has(own); n += 1) own = text + suffix(n);
  taken.add(own);
  return own;
}

function plainLabel(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (value === "null") return '"null"';
  const text =
    typeof value === "string" ? value : typeof value === "number" ? String(value) : jsonText(value);
  return text.slice(0, MAX_LABEL_LENGTH);
}
