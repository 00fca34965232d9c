/** What Presto does not have in the generators' texts, with what says the same there. */
const REWRITES: readonly (readonly [engine: RegExp, presto: string])[] = [
  // A date is compared with a date, and not with a text.
  [/(?<!\bdate )'\d{4}-\d\d-\d\d'/gi, "DATE $&"],
  // Days are an interval.
  [/\bd_date \+ 5\b/g, "d_date + INTERVAL '5' DAY"],
  // GROUP BY knows no name of the select list.
  [/\bGROUP BY\s+supplier_no\b/g, "GROUP BY l_suppkey"],
];

/** A query of DuckDB's generators in Presto's SQL. */
export const prestoText = (text: string): string =>
  REWRITES.reduce((sql, [engine, presto]) => sql.replace(engine, presto), engineText(text));

/** The text as today's DuckDB takes it: AT is a reserved word, here an alias. */
export const engineText = (text: string): string => text.replace(/;\s*$/, "").replace(/\) AT,/g, ") am,");

/** Where Presto rounds a quotient or an average of decimals to the digits of its type, and a condition or another operation follows. */
const ROUNDINGS: readonly (readonly [quotient: RegExp, digits: string])[] = [
  [/CAST\([\w.]+ AS DECIMAL\(\d+,(\d)\)\)\s*\/\s*CAST\([\w.]+ AS DECIMAL\(\d+,\1\)\)/gi, "$1"],
  [/\bavg\(sum\(\w+\)\)\s*OVER\s*\([^()]*\)/gi, "2"],
  [/\bavg\(ss_net_profit\)/g, "2"],
  [/\b\w\w_item_rev\s*\/\s*\(\([\w+]*\)\/3\)/g, "2"],
  [/\(\w+\*1\.0000\)\/\([\w+]*\)/g, "4"],
  [/round\(CAST\(\(\w+\*1\.0000\)\/\([\w+]*\) AS DECIMAL\(38,12\)\), 4\)\/3\.0000/g, "4"],
  [/\babs\s*\(sum_sales\s*-\s*avg_\w+\)\s*\/\s*avg_\w+/gi, "2"],
];

/** The text for DuckDB with the digits that Presto's types give. */
export const roundedText = (text: string): string =>
  ROUNDINGS.reduce(
    (sql, [quotient, digits]) => sql.replace(quotient, `round(CAST($& AS DECIMAL(38,12)), ${digits})`),
    engineText(text),
  );
