import type { Dialect } from "../dialect.ts";

const PRESTO = `ALTER AND AS BETWEEN BY CASE CAST CONSTRAINT CREATE CROSS CUBE CURRENT_CATALOG CURRENT_DATE CURRENT_PATH CURRENT_ROLE
CURRENT_SCHEMA CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DEALLOCATE DELETE DESCRIBE DISTINCT DROP ELSE END ESCAPE EXCEPT EXECUTE EXISTS
EXTRACT FALSE FOR FROM FULL GROUP GROUPING HAVING IN INNER INSERT INTERSECT INTO IS JOIN LEFT LIKE LISTAGG LOCALTIME LOCALTIMESTAMP NATURAL
NORMALIZE NOT NULL ON OR ORDER OUTER PREPARE RECURSIVE RIGHT ROLLUP SELECT SKIP TABLE THEN TRIM TRUE UESCAPE UNION UNNEST USING VALUES WHEN
WHERE WITH`;

const HIVE = `ALL ALTER AND ARRAY AS AUTHORIZATION BETWEEN BOTH BY CASE CAST CLUSTER COLUMN CONF CONSTRAINT CREATE CROSS CUBE CURRENT CURRENT_DATE
CURRENT_TIMESTAMP CURSOR DATABASE DELETE DESCRIBE DISTINCT DISTRIBUTE DROP ELSE END EXCEPT EXCHANGE EXISTS EXTENDED EXTRACT FALSE FETCH FOLLOWING FOR
FROM FULL FUNCTION GRANT GROUP GROUPING HAVING IF IMPORT IN INNER INSERT INTERSECT INTERVAL INTO IS JOIN LATERAL LEFT LESS LIKE LIMIT MACRO MAP
MORE NONE NOT NULL OF ON OR ORDER OUT OUTER OVER PARTIALSCAN PARTITION PERCENT PRECEDING PRESERVE PROCEDURE RANGE READS REDUCE REGEXP REVOKE RIGHT
RLIKE ROLLUP ROW ROWS SELECT SET SORT TABLE TABLESAMPLE THEN TO TRANSFORM TRIGGER TRUE TRUNCATE UNBOUNDED UNION UNIQUEJOIN UPDATE USING VALUES
WHEN WHERE WINDOW WITH`;

const WORDS: Record<Dialect, ReadonlySet<string>> = {
  presto: new Set(PRESTO.split(/\s+/)),
  hive: new Set(HIVE.split(/\s+/)),
};

const CLAUSE = "SELECT FROM JOIN ON USING WHERE GROUP HAVING ORDER LIMIT OFFSET WINDOW";
const HIVE_CLAUSE = "CLUSTER DISTRIBUTE SORT";

/** Words of the language that may be names too. */
const OTHERS: Record<Dialect, string> = {
  presto: `ALL ARRAY ASC AT BERNOULLI CURRENT DATE DESC EXPLAIN FETCH FILTER FIRST FOLLOWING GROUPS IF INTERVAL LAST LATERAL MAP NEXT NULLS ONLY
ORDINALITY OVER PARTITION PRECEDING RANGE ROW ROWS SET SETS SHOW SYSTEM TABLESAMPLE TIME TIMESTAMP TRUNCATE TRY_CAST UNBOUNDED UPDATE VIEW ZONE`,
  hive: "ANTI ASC DATE DESC DIV EXPLAIN FIRST LAST MINUS NULLS OVERWRITE PARTITIONED SEMI SHOW STORED STRUCT TBLPROPERTIES TIMESTAMP VIEW",
};

const KEYWORDS: Record<Dialect, ReadonlySet<string>> = {
  presto: new Set(`${CLAUSE} ${OTHERS.presto} ${PRESTO}`.toLowerCase().split(/\s+/)),
  hive: new Set(`${CLAUSE} ${HIVE_CLAUSE} ${OTHERS.hive} ${HIVE}`.toLowerCase().split(/\s+/)),
};

/** The words of the language in lower case, those that begin the clauses of a query first. */
export const keywordsOf = (dialect: Dialect): ReadonlySet<string> => KEYWORDS[dialect];

/** Words that begin a clause of a query, in either dialect. */
export const CLAUSE_WORDS: ReadonlySet<string> = new Set(`${CLAUSE} ${HIVE_CLAUSE}`.split(" "));

/** Words between two queries of one statement. */
export const SET_OPERATIONS: ReadonlySet<string> = new Set(["UNION", "INTERSECT", "EXCEPT", "MINUS"]);

/** Words that can follow a table or a column, so they can't be its alias unless AS stands before them. */
const CLAUSES = new Set(
  `LIMIT OFFSET FETCH WINDOW TABLESAMPLE LATERAL SORT CLUSTER DISTRIBUTE SEMI ANTI MINUS QUALIFY RLIKE REGEXP DIV MATCH_RECOGNIZE INTERSECT SET`.split(
    " ",
  ),
);

/** True for words that can't be names without quotes. */
export function isReserved(word: string, dialect: Dialect): boolean {
  return WORDS[dialect].has(word);
}

/** True for names that are identifiers in quotes only. */
export const needsQuotes = (name: string, dialect: Dialect): boolean =>
  !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || isReserved(name.toUpperCase(), dialect);

/** True for words that are no alias when AS is left out. */
export function endsAlias(word: string, dialect: Dialect): boolean {
  return isReserved(word, dialect) || CLAUSES.has(word);
}
