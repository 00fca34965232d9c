import type { Route } from "../http/route.ts";
import { noDatabase } from "../errors/fault.ts";
import type { ApiKey } from "../access/keys.ts";
import type { StoredDatabase, Storage } from "../engine/storage.ts";
import { wireTime } from "./bodies/wire-time.ts";

function databaseJson(
  { name, rowCount, createdAtMs, updatedAtMs }: StoredDatabase,
  caller: ApiKey | null,
): Record<string, unknown> {
  return {
    name,
    count: rowCount,
    created_at: wireTime(createdAtMs),
    updated_at: wireTime(updatedAtMs),
    organization: null,
    permission: caller?.permission,
  };
}

export function databaseRoutes(storage: Storage): Route[] {
  return [
    {
      method: "GET",
      path: "/v3/database/list",
      access: "read",
      summary: "List the databases",
      handle: async ({ caller }) => {
        const databases = await storage.listDatabases();
        return { databases: databases.map((database) => databaseJson(database, caller)) };
      },
    },
    {
      method: "GET",
      path: "/v3/database/show/:database",
      access: "read",
      summary: "Show a database",
      handle: async ({ params, caller }) => {
        const databases = await storage.listDatabases();
        const found = databases.find(({ name }) => name === params["database"]);
        if (!found) throw noDatabase(params["database"] as string);
        return databaseJson(found, caller);
      },
    },
    {
      method: "POST",
      path: "/v3/database/create/:database",
      access: "write",
      summary: "Create a database",
      handle: async ({ params }) => {
        const database = params["database"] as string;
        await storage.createDatabase(database);
        return { database };
      },
    },
    {
      method: "POST",
      path: "/v3/database/delete/:database",
      access: "write",
      summary: "Delete a database with its tables",
      handle: async ({ params }) => {
        const database = params["database"] as string;
        await storage.deleteDatabase(database);
        return { database };
      },
    },
  ];
}
