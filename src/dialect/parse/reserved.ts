import type { Dialect } from "../dialect.ts";

const PRESTO = `ALTER AND AS BETWEEN BY CASE CAST CONSTRAINT CREATE CROSS CUBE CURRENT_CATALOG CURRENT_DATE CURRENT_PATH CURRENT_ROLE
CURRENT_SCHEMA CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DEALLOCATE DELETE DESCRIBE DISTINCT DROP ELSE END ESCAPE EXCEPT EXECUTE EXISTS
EXTRACT FALSE FOR FROM FULL GROUP GROUPING HAVING IN INNER INSERT INTERSECT INTO IS JOIN JSON_ARRAY JSON_EXISTS JSON_OBJECT JSON_QUERY
JSON_TABLE JSON_VALUE LEFT LIKE LISTAGG LOCALTIME LOCALTIMESTAMP NATURAL NORMALIZE NOT NULL ON OR ORDER OUTER PREPARE RECURSIVE RIGHT ROLLUP
SELECT SKIP TABLE THEN TRIM TRUE UESCAPE UNION UNNEST USING VALUES WHEN WHERE WITH`;

const HIVE = `ALL ALTER AND ARRAY AS AUTHORIZATION BETWEEN BOTH BY CASE CAST COLUMN CONF CONSTRAINT CREATE CROSS CUBE CURRENT CURRENT_DATE
CURRENT_TIMESTAMP CURSOR DATABASE DELETE DESCRIBE DISTINCT DROP ELSE END EXCEPT EXCHANGE EXISTS EXTENDED EXTRACT FALSE FETCH FOLLOWING FOR
FROM FULL FUNCTION GRANT GROUP GROUPING HAVING IF IMPORT IN INNER INSERT INTERSECT INTERVAL INTO IS JOIN LATERAL LEFT LESS LIKE MACRO MAP
MORE NONE NOT NULL OF ON OR ORDER OUT OUTER OVER PARTITION PERCENT PRECEDING PRESERVE PROCEDURE RANGE READS REDUCE REGEXP REVOKE RIGHT RLIKE
ROLLUP ROW ROWS SELECT SET TABLE TABLESAMPLE THEN TO TRANSFORM TRIGGER TRUE TRUNCATE UNBOUNDED UNION UNIQUEJOIN UPDATE USING VALUES WHEN
WHERE WINDOW WITH`;

const WORDS: Record<Dialect, ReadonlySet<string>> = {
  presto: new Set(PRESTO.split(/\s+/)),
  hive: new Set(HIVE.split(/\s+/)),
};

const CLAUSE = "SELECT FROM JOIN ON USING WHERE GROUP HAVING ORDER LIMIT OFFSET WINDOW";
const HIVE_CLAUSE = "CLUSTER DISTRIBUTE SORT";

/** Keywords that are not reserved. */
const OTHERS: Record<Dialect, string> = {
  presto: `ALL ARRAY ASC AT BERNOULLI CURRENT DATE DESC EXPLAIN FETCH FILTER FIRST FOLLOWING GROUPS IF INTERVAL LAST LATERAL MAP NEXT NULLS ONLY
ORDINALITY OVER PARTITION PRECEDING RANGE ROW ROWS SET SETS SHOW SYSTEM TABLESAMPLE TIME TIMESTAMP TRUNCATE TRY_CAST UNBOUNDED UPDATE VIEW ZONE`,
  hive: "ANTI ASC DATE DESC DIV EXPLAIN FIRST LAST MINUS NULLS OVERWRITE PARTITIONED SEMI SHOW STORED STRUCT TBLPROPERTIES TIMESTAMP VIEW",
};

const KEYWORDS: Record<Dialect, ReadonlySet<string>> = {
  presto: new Set(`${CLAUSE} ${OTHERS.presto} ${PRESTO}`.toLowerCase().split(/\s+/)),
  hive: new Set(`${CLAUSE} ${HIVE_CLAUSE} ${OTHERS.hive} ${HIVE}`.toLowerCase().split(/\s+/)),
};

/** The dialect's keywords in lowercase, first those that begin a query's clauses. */
export const keywordsOf = (dialect: Dialect): ReadonlySet<string> => KEYWORDS[dialect];

/** Words that begin a clause of a query, in either dialect. */
export const CLAUSE_WORDS: ReadonlySet<string> = new Set(`${CLAUSE} ${HIVE_CLAUSE}`.split(" "));

export const SET_OPERATIONS: ReadonlySet<string> = new Set(["UNION", "INTERSECT", "EXCEPT", "MINUS"]);

const PRESTO_FOLLOWERS = "LIMIT OFFSET FETCH WINDOW TABLESAMPLE MATCH_RECOGNIZE";

/** Words that can follow a table or column, and so are an alias only after AS. */
const FOLLOWERS: Record<Dialect, ReadonlySet<string>> = {
  presto: new Set(PRESTO_FOLLOWERS.split(" ")),
  hive: new Set(`${PRESTO_FOLLOWERS} ${HIVE_CLAUSE} SEMI ANTI MINUS QUALIFY DIV`.split(" ")),
};

/** How Presto's clauses of these words begin. Elsewhere the words are names. */
export const CLAUSE_START =
  /^(LIMIT (\d+|\?|ALL)|OFFSET (\d+|\?)|FETCH (FIRST|NEXT)|WINDOW .+ AS|TABLESAMPLE (BERNOULLI|SYSTEM)|MATCH_RECOGNIZE \()( |$)/i;

/** True for words that must be quoted to be names. */
export function isReserved(word: string, dialect: Dialect): boolean {
  return WORDS[dialect].has(word);
}

/** True for names that must be quoted. */
export const needsQuotes = (name: string, dialect: Dialect): boolean =>
  !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || isReserved(name.toUpperCase(), dialect);

/** True for words that can't be an alias without AS. */
export function endsAlias(word: string, dialect: Dialect): boolean {
  return isReserved(word, dialect) || FOLLOWERS[dialect].has(word);
}
