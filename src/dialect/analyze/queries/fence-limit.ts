import { engine, type Sql } from "../../sql/tree.ts";
import type { AnalyzedQuery } from "./query.ts";

/**
 * Follows FROM with limited rows. The engine filters the rows of one side of a join by the keys of the other as it reads their tables, also
 * below a LIMIT or OFFSET, which then counts other rows. It does not look below a window.
 */
export const LIMIT_FENCE: Sql = engine` QUALIFY row_number() OVER () > 0`;

/** The query as the side of a join, of IN, or of a view. */
export const joinable = ({ sql, isLimited = false }: AnalyzedQuery): Sql =>
  isLimited ? engine`SELECT * FROM (${sql}) AS o${LIMIT_FENCE}` : sql;
