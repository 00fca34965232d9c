import { formatOf, parseByFormat } from "./datetime-text.ts";
import type { CallContext } from "../../functions/function-table.ts";
import { family, scalar } from "../../functions/function-table.ts";
import { typed } from "../../analyze/typed.ts";
import { bindOnce } from "../../analyze/bind-once.ts";
import { piecesSql, readingOf } from "../../time/format-pieces.ts";
import { localTime } from "../../time/local-time.ts";
import { javaFirstYear } from "../../time/mysql-format.ts";
import { teradataPieces } from "../../time/teradata-format.ts";
import { DATE, TIMESTAMP } from "../../types/type.ts";
import { engine, type Sql } from "../../sql/tree.ts";

const read = (c: CallContext): Sql =>
  parseByFormat(c, readingOf(teradataPieces(c.t, formatOf(c), c.pos)), javaFirstYear(c.t));

export const teradata = family("functions/teradata", {
  to_char: scalar("(timestamp/timestamptz/date, varchar) -> varchar", (c) => {
    const value = c.args[0]!;
    const wall = value.type.kind === "date" ? engine`CAST(${value.sql} AS TIMESTAMP)` : localTime(value);
    return bindOnce([typed(wall, TIMESTAMP)], (w) => piecesSql(teradataPieces(c.t, formatOf(c), c.pos), w));
  }),
  to_date: scalar("(varchar, varchar) -> date", (c) => typed(engine`CAST(${read(c)} AS DATE)`, DATE)),
  to_timestamp: scalar("(varchar, varchar) -> timestamp", (c) => typed(read(c), TIMESTAMP)),
  index: scalar("(varchar, varchar) -> bigint", "strpos($1, $2)"),
  char2hexint: scalar(
    "(varchar) -> varchar",
    "array_to_string(list_transform(string_split($1, ''), lambda c: lpad(hex(unicode(c)), 4, '0')), '')",
  ),
});
