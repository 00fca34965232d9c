/** The two languages that the service's queries are written in. */
export type SqlDialect = "presto" | "hive";
