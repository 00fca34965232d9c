import { Fault } from "../fault.ts";

/** Schemas and catalogs that the engine has of its own. */
const RESERVED = new Set(["main", "information_schema", "pg_catalog", "system", "temp"]);

/** @throws Fault `bad_request` unless a new database or table may be called so. */
export function checkNewName(what: "database" | "table", name: string): void {
  if (!/^[a-z0-9_]{3,255}$/.test(name)) {
    throw new Fault(
      "bad_request",
      `The ${what} name ${JSON.stringify(name)} must be 3 to 255 characters of a-z, 0-9 and _.`,
    );
  }
  if (what === "database" && RESERVED.has(name)) {
    throw new Fault("bad_request", `The database name ${name} is reserved.`);
  }
}

/** SQL condition that tells databases from the engine's and the service's own schemas. */
export function isDatabaseSql(column: string): string {
  const reserved = [...RESERVED].map((name) => `'${name}'`).join(", ");
  return `regexp_full_match(${column}, '[a-z0-9_]+') AND ${column} NOT IN (${reserved})`;
}
