// This folder: the engine's SQL as a tree, the templates that make it, and the passes over it before it is printed.

// All functions that build SQL.
export * from "./sql.ts";
export { engine } from "./template.ts";
export * from "./transform.ts";
export { reads, sameSql, SqlMap, SqlSet, withKnown } from "./same.ts";
