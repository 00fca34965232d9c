import { firstWords } from "../../dialect/parse/statement-text.ts";
import { Table, type Column, type TableSource } from "./table.ts";
import { uniqueNames } from "../wire/unique-names.ts";

/**
 * The result table of a statement; for one that writes, with its outcome.
 *
 * @param rowsWritten - Rows written, if known from elsewhere.
 */
export function resultTable(
  columns: readonly Column[],
  schema: readonly { readonly name: string; readonly type: string }[],
  sql: string,
  rowsWritten: number | null = null,
  source: TableSource | null = null,
): Table {
  const names = uniqueNames(schema.map(({ name }) => name));
  const types = Object.fromEntries(schema.map(({ type }, i) => [names[i] as string, type]));
  return Table.of(columns, names, { types, outcome: outcomeOf(columns, names, sql, rowsWritten), source });
}

/** For a write, Presto returns one row with the number of rows written, or nothing; Hive returns nothing. */
function outcomeOf(
  [first, ...others]: readonly Column[],
  names: readonly string[],
  sql: string,
  rowsWritten: number | null,
): string | null {
  if (first === undefined) return statementOutcome(sql, rowsWritten || null);
  const count: unknown =
    names[0] === "rows" && first.length === 1 && others.length === 0 ? first.at(0) : null;
  return typeof count === "number" ? statementOutcome(sql, count) : null;
}

const HEAD = /^([a-z]+)(?: or replace)?(?: (?:external|temporary|materialized))?(?: ([a-z]+)( if )?)?/;
/** Maximum words that {@link HEAD} matches: `create or replace external table if not`. */
const MAX_WORDS = 7;

const PAST = new Map(
  Object.entries({
    alter: "altered",
    create: "created",
    delete: "deleted",
    drop: "dropped",
    insert: "inserted",
    merge: "changed",
    update: "updated",
  }),
);

/**
 * What a statement without result rows did: `3 rows inserted`, `table created`.
 *
 * @param rows - Rows written, if known.
 * @returns null for a statement that only reads.
 */
export function statementOutcome(sql: string, rows: number | null): string | null {
  const [, verb = "", object = "", conditional] = HEAD.exec(firstWords(sql, MAX_WORDS).join(" ")) ?? [];
  const past = PAST.get(verb);
  if (past === undefined) return null;
  const makes = /^(?:alter|create|drop)$/.test(verb);
  if (rows !== null) {
    const count = `${rows} row${rows === 1 ? "" : "s"}`;
    return makes ? `${object} ${past} with ${count}` : `${count} ${past}`;
  }
  if (!makes) return `rows ${past}`;
  const unless =
    conditional === undefined ? "" : past === "created" ? ", or already there" : ", or not there";
  return `${object} ${past}${unless}`;
}
