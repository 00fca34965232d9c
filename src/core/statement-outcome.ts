/** White space and comments before a statement. */
const LEAD = /^(?:\s|--[^\n]*|\/\*[^]*?\*\/)*/;
const HEAD =
  /^([a-z]+)(?:\s+or\s+replace)?(?:\s+(?:external|temporary|materialized))?(?:\s+([a-z]+)(\s+if\s)?)?/i;

const PAST: Readonly<Record<string, string>> = {
  alter: "altered",
  create: "created",
  delete: "deleted",
  drop: "dropped",
  insert: "inserted",
  merge: "changed",
  update: "updated",
};

/**
 * What a statement that gives no rows did: `3 rows inserted`, `table created`.
 *
 * @param rows - How many it wrote, where that is known.
 * @returns null for a statement that reads.
 */
export function statementOutcome(sql: string, rows: number | null): string | null {
  const [, verb = "", object = "", conditional] = HEAD.exec(sql.replace(LEAD, "")) ?? [];
  const past = Object.hasOwn(PAST, verb.toLowerCase()) ? PAST[verb.toLowerCase()] : undefined;
  if (past === undefined) return null;
  const makes = /^(?:alter|create|drop)$/i.test(verb);
  if (rows !== null) {
    const count = `${rows} row${rows === 1 ? "" : "s"}`;
    return makes ? `${object.toLowerCase()} ${past} with ${count}` : `${count} ${past}`;
  }
  if (!makes) return `rows ${past}`;
  const unless =
    conditional === undefined ? "" : past === "created" ? ", or there already" : ", or not there";
  return `${object.toLowerCase()} ${past}${unless}`;
}
