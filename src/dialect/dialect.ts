/** A statement's dialect: the `{type}` of `job/issue/{type}/{db}`. */
export type Dialect = "presto" | "hive";
