import { formatOf, parseByFormat } from "./datetime-text.ts";
import { type CallContext, family } from "../../functions/function-table.ts";
import { withType } from "../../analyze/typed.ts";
import { bindOnce } from "../../analyze/bind-once.ts";
import { piecesSql, readingOf, literalPiece, type StrftimePiece } from "../../time/format-pieces.ts";
import { localTime } from "../../time/local-time.ts";
import { javaFirstYear } from "../../time/mysql-format.ts";
import { DATE, TIMESTAMP } from "../../types/type.ts";
import { engine, type Sql } from "../../sql/tree.ts";
import type { Translation } from "../../analyze/translation.ts";

/** Source: Trino, functions/teradata, "Date functions". */
const WORDS: readonly (readonly [string, string])[] = [
  ["yyyy", "%Y"],
  ["yy", "%y"],
  ["mm", "%m"],
  ["dd", "%d"],
  ["hh24", "%H"],
  ["hh", "%I"],
  ["mi", "%M"],
  ["ss", "%S"],
];

export function teradataPieces(t: Translation, format: string, pos: number): StrftimePiece[] {
  const pieces: StrftimePiece[] = [];
  for (let i = 0; i < format.length;) {
    const word = WORDS.find(([name]) => format.slice(i, i + name.length).toLowerCase() === name);
    if (word !== undefined) {
      pieces.push({ strftime: word[1] });
      i += word[0].length;
    } else if (/[-/,.;: ]/.test(format[i]!)) pieces.push(literalPiece(format[i++]!));
    else return t.invalid(`Failed to tokenize string [${format}] at offset [${i}]`, pos);
  }
  return pieces;
}

const read = (c: CallContext): Sql =>
  parseByFormat(c, readingOf(teradataPieces(c.t, formatOf(c), c.pos)), javaFirstYear(c.t));

const timeText = (c: CallContext) => {
  const value = c.args[0]!;
  const wall = value.type.kind === "date" ? engine`CAST(${value.sql} AS TIMESTAMP)` : localTime(value);
  return bindOnce([withType(wall, TIMESTAMP)], (w) => piecesSql(teradataPieces(c.t, formatOf(c), c.pos), w));
};

const readDate = (c: CallContext) => withType(engine`CAST(${read(c)} AS DATE)`, DATE);

const readTimestamp = (c: CallContext) => withType(read(c), TIMESTAMP);

export const teradata = family("functions/teradata")`
to_char(timestamp, format) → varchar | as text, by a Teradata format such as yyyy/mm/dd | to_char(timestamp '1988-04-08 02:03:04', 'yyyy/mm/dd hh:mi:ss') --> "1988/04/08 02:03:04"
  (timestamp/timestamptz/date, varchar) -> varchar = ${timeText}
to_date(string, format) → date | from text, by a Teradata format | to_date('1988/04/08', 'yyyy/mm/dd') --> "1988-04-08"
  (varchar, varchar) -> date = ${readDate}
to_timestamp(string, format) → timestamp | from text, by a Teradata format | to_timestamp('1988/04/08;02:03:04', 'yyyy/mm/dd;hh24:mi:ss') --> "1988-04-08 02:03:04.000"
  (varchar, varchar) -> timestamp = ${readTimestamp}
index(string, substring) → bigint | first position, from 1; 0 when it is not there | index('abc', 'b') --> 2
  (varchar, varchar) -> bigint = strpos($1, $2)
char2hexint(string) → varchar | UTF-16 code units in hexadecimal | char2hexint('ab') --> "00610062"
  (varchar) -> varchar = array_to_string(list_transform(string_split($1, ''), lambda c: lpad(hex(unicode(c)), 4, '0')), '')
`;
