// All functions that build SQL.
export * from "./sql.ts";
export { engine } from "./template.ts";
export * from "./transform.ts";
export { sameSql, SqlIndex, withKnown } from "./same.ts";
