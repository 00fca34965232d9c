import type { Dialect } from "../dialect.ts";

/** Words that end a relation in a FROM clause: none of them is an alias. */
const AFTER_RELATION =
  "cross except fetch full group having inner intersect join lateral left limit minus natural offset on order outer right tablesample union using where window cluster distribute sort";

const COMMON =
  "select distinct from where group by having order asc desc limit with as join inner left right full outer cross on using " +
  "union all intersect except case when then else end and or not in exists between like is null true false cast over partition " +
  "rows range preceding following unbounded current row insert into values create table drop if describe show explain interval date timestamp";

const OWN: Readonly<Record<Dialect, string>> = {
  presto:
    "unnest ordinality try_cast lateral filter grouping sets cube rollup offset fetch first next only nulls last tablesample bernoulli " +
    "system escape at time zone row array map extract recursive window",
  hive:
    "lateral view explode posexplode outer cluster distribute sort rlike regexp overwrite partition stored tblproperties " +
    "semi anti div struct array map extract",
};

const aliasStops = new Set(AFTER_RELATION.split(" "));
const keywords: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  presto: new Set(`${COMMON} ${OWN.presto}`.split(" ")),
  hive: new Set(`${COMMON} ${OWN.hive}`.split(" ")),
};

/** Words of the language, in lower case. */
export function keywordsOf(dialect: Dialect): ReadonlySet<string> {
  return keywords[dialect];
}

const TYPES =
  "boolean tinyint smallint integer int bigint double decimal numeric varchar char date timestamp array map interval";

const types: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  presto: new Set(`${TYPES} real varbinary json uuid ipaddress time row`.split(" ")),
  hive: new Set(`${TYPES} float string binary struct`.split(" ")),
};

/** Names of types, in lower case. */
export function typeNamesOf(dialect: Dialect): ReadonlySet<string> {
  return types[dialect];
}

const RESERVED: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  presto: new Set(
    (
      "alter and as between by case cast constraint create cross cube current_date current_time current_timestamp deallocate delete " +
      "describe distinct drop else end escape except execute exists extract false for from full group grouping having in inner insert " +
      "intersect into is join left like natural normalize not null on or order outer prepare recursive right rollup select skip table " +
      "then true uescape union unnest using values when where with"
    ).split(" "),
  ),
  hive: new Set(
    (
      "all alter and array as between bigint binary boolean both by case cast char column create cross cube current database date " +
      "decimal delete describe distinct double drop else end exists extended external false fetch float following for from full " +
      "function grant group grouping having if in inner insert int intersect interval into is join lateral left less like local map " +
      "more none not null of on or order out outer over partition percent preceding range reduce right rollup row rows select set " +
      "smallint table tablesample then timestamp to transform trigger true truncate unbounded union update user using values varchar " +
      "when where window with"
    ).split(" "),
  ),
};

/** Must a name be quoted to be an identifier? */
export function needsQuotes(name: string, dialect: Dialect): boolean {
  return !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || RESERVED[dialect].has(name.toLowerCase());
}

/** Can the word be the alias of a relation, where one may stand? */
export function mayBeAlias(word: string): boolean {
  return !aliasStops.has(word) && word !== "as" && word !== "select" && word !== "set" && word !== "values";
}

/** Words with which a clause of a query begins. */
export const CLAUSES: ReadonlySet<string> = new Set(
  "select from join on using where group having order limit offset window cluster distribute sort".split(" "),
);

/** Words between two queries of one statement. */
export const SET_OPERATIONS: ReadonlySet<string> = new Set(["union", "intersect", "except", "minus"]);
