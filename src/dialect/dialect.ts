/** The dialect that a statement is written in: the `{type}` of `job/issue/{type}/{db}`. */
export type Dialect = "presto" | "hive";
