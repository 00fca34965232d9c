import { scanCode } from "../../dialect/parse/scan.ts";
import { applyEdits, type RewrittenSql, type SqlEdit } from "../td/rewrite-calls.ts";

/**
 * Quotes the column name `time`, which every table of the service has, because it is reserved in Hive. `TIME ZONE`,
 * calls of `time(…)` and names of settings are left alone.
 */
export function quoteTime(sql: string): RewrittenSql {
  const edits: SqlEdit[] = [];
  const pieces = [...scanCode(sql, "hive")];
  let inSetting = false;
  pieces.forEach(({ text, start, end }, i) => {
    const before = pieces[i - 1]?.text ?? ";";
    if (before === ";") inSetting = text.toLowerCase() === "set";
    const after = pieces[i + 1]?.text.toLowerCase();
    if (!inSetting && text.toLowerCase() === "time" && after !== "zone" && after !== "(")
      edits.push({ start, end, text: `\`${text}\`` });
  });
  return applyEdits(sql, edits);
}
