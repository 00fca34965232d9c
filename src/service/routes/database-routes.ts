import type { Route } from "../http/route.ts";
import type { Storage } from "../storage.ts";
import { wireTime } from "../wire-time.ts";

/** Protocol section 3. */
export function databaseRoutes(storage: Storage): Route[] {
  return [
    {
      method: "GET",
      path: "/v3/database/list",
      access: "read",
      summary: "List the databases",
      handle: async ({ caller }) => {
        const databases = await storage.listDatabases();
        return {
          databases: databases.map(({ name, rowCount, createdAtMs, updatedAtMs }) => ({
            name,
            count: rowCount,
            created_at: wireTime(createdAtMs),
            updated_at: wireTime(updatedAtMs),
            organization: null,
            permission: caller?.permission,
          })),
        };
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
