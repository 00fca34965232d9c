import { createHash } from "node:crypto";
import { route, type Route } from "../http/route.ts";
import { noDatabase } from "../../engine/errors/fault.ts";
import { rightsOf, type ApiKey } from "../access/keys.ts";
import { roleIn, type Role } from "../../dialect/statements/statement-rights.ts";
import type { StoredDatabase, Storage } from "../../engine/contract/storage.ts";
import { wireTime } from "./bodies/wire-time.ts";

function databaseJson(
  { name, rowCount, createdAtMs, updatedAtMs }: StoredDatabase,
  caller: ApiKey,
): Record<string, unknown> {
  return {
    id: idOf(name, createdAtMs),
    name,
    count: rowCount,
    created_at: wireTime(createdAtMs),
    updated_at: wireTime(updatedAtMs),
    organization: null,
    permission: permissionIn(caller, name),
  };
}

/** The wire's words of the roles. */
const PERMISSIONS: Readonly<Record<Role, string>> = {
  read: "query_only",
  write: "full_access",
  own: "administrator",
};

function permissionIn(caller: ApiKey, database: string): string {
  return PERMISSIONS[roleIn(rightsOf(caller), database) ?? "read"];
}

/** A number that no other database has: also one that was deleted and made again is another. */
const idOf = (name: string, createdAtMs: number): number =>
  createHash("sha256").update(`${createdAtMs} ${name}`).digest().readUIntBE(0, 6);

export function databaseRoutes(storage: Storage): Route[] {
  return [
    route("GET /v3/database/list", "any", {
      summary: "List the databases",
      handle: async ({ caller }) => {
        const rights = rightsOf(caller);
        const databases = (await storage.listDatabases()).filter(({ name }) => roleIn(rights, name) !== null);
        return { databases: databases.map((database) => databaseJson(database, caller)) };
      },
    }),
    route("GET /v3/database/show/:database", "read", {
      summary: "Show a database",
      handle: async ({ params: { database }, caller }) => {
        const record = (await storage.listDatabases()).find(({ name }) => name === database);
        if (!record) throw noDatabase(database);
        return databaseJson(record, caller);
      },
    }),
    route("POST /v3/database/create/:database", "own", {
      summary: "Create a database",
      isNew: true,
      handle: async ({ params: { database } }) => {
        await storage.createDatabase(database);
        return { database };
      },
    }),
    route("POST /v3/database/delete/:database", "own", {
      summary: "Delete a database with its tables",
      handle: async ({ params: { database } }) => {
        await storage.deleteDatabase(database);
        return { database };
      },
    }),
  ];
}
