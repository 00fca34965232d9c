import { firstWords } from "../../dialect/parse/statement-text.ts";

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
