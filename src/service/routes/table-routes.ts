import { allows, roleIn, type StatementRights } from "../../dialect/statements/statement-rights.ts";
import { rightsOf } from "../access/keys.ts";
import { Fault, noDatabase } from "../../engine/errors/fault.ts";
import { failMissing, Form, readForm } from "../http/form.ts";
import { route, type Route } from "../http/route.ts";
import type { Storage, StoredTable } from "../../engine/contract/storage.ts";
import { OnceKeys } from "../http/once-keys.ts";
import { wireIsoTime, wireTime } from "./bodies/wire-time.ts";
import type { TableColumn, StatementEngine } from "../../engine/contract/engine.ts";
import { quoteName } from "../../dialect/quote.ts";

/** A table in the form of `table/list`; `schema` is JSON text. */
function tableJson(table: StoredTable): Record<string, unknown> {
  return {
    id: table.id,
    name: table.name,
    estimated_storage_size: table.bytes,
    counter_updated_at: table.lastImportMs === null ? null : wireIsoTime(table.lastImportMs),
    last_log_timestamp: table.lastTime === null ? null : logTime(table.lastTime),
    delete_protected: false,
    type: "log",
    count: table.rowCount,
    expire_days: table.expireDays,
    created_at: wireTime(table.createdAtMs),
    updated_at: wireTime(table.updatedAtMs),
    schema: JSON.stringify(table.columns.map(({ name, type }) => [name, type])),
  };
}

/** A `time` column can hold any number; null outside of the years 1 to 9999, which clients in other languages can't read. */
function logTime(unixSeconds: number): string | null {
  const timeMs = Math.floor(unixSeconds) * 1000;
  return timeMs >= -62_135_596_800_000 && timeMs < 253_402_300_800_000 ? wireIsoTime(timeMs) : null;
}

interface TableChange {
  readonly verb: string;
  readonly access: "write" | "own";
  readonly summary: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Name of the field that a non-object JSON body is taken as. */
  readonly bare?: string;
  /** Returns additional members of the reply. */
  readonly change: (
    database: string,
    table: string,
    form: Form,
    rights: StatementRights,
  ) => Promise<object | void>;
}

function tableChange({ verb, access, change, bare, ...more }: TableChange): Route {
  return route(`POST /v3/table/${verb}/:database/:table`, access, {
    ...more,
    handle: async (call) => {
      const { database, table } = call.params;
      const changed = await change(database, table, await readForm(call, bare), rightsOf(call.caller));
      return { database, table, type: "log", ...changed };
    },
  });
}

/** Rows of `tail`. */
const MAX_ROWS = 10_000;
const DEFAULT_ROWS = 30;

/** See docs/protocol.md. */
export function tableRoutes(storage: Storage, engine: StatementEngine, clock: () => number): Route[] {
  /** Ids of the tables that requests with a key made. */
  const created = new OnceKeys<number>();
  return [
    route("GET /v3/table/list/:database", "read", {
      summary: "List the tables of a database",
      handle: async ({ params: { database } }) => {
        return { database, tables: (await storage.listTables(database)).map(tableJson) };
      },
    }),
    route("GET /v3/table/show/:database/:table", "read", {
      summary: "Show a table",
      handle: async ({ params: { database, table } }) => {
        return { database, ...tableJson(await storage.showTable(database, table)) };
      },
    }),
    route("GET /v3/table/tail/:database/:table", "read", {
      summary: "Get the newest rows of a table",
      query: { count: "number of rows, at most 10000 (default 30)", format: "msgpack" },
      gives: ["application/x-msgpack"],
      handle: async ({ params: { database, table }, query, request, memory }) => {
        const format = query.get("format") ?? "msgpack";
        if (format !== "msgpack")
          throw new Fault("bad_request", `Unsupported tail format ${format}; use msgpack.`);
        const count = Math.min(Math.max(new Form(query).wholeNumber("count", DEFAULT_ROWS), 0), MAX_ROWS);
        const { hasTime } = await storage.findTable(database, table);
        const { pages } = await engine.toPages(
          `SELECT * FROM ${quoteName(database)}.${quoteName(table)}${hasTime ? " ORDER BY time DESC" : ""} LIMIT ${count}`,
          "maps",
          { dialect: "presto", database, scheduledTimeMs: clock(), signal: request.signal, mayWrite: false },
        );
        const pieces: Uint8Array[] = [];
        for await (const { bytes } of pages) {
          memory.add(bytes.length);
          pieces.push(bytes);
        }
        return new Response(Buffer.concat(pieces), {
          headers: { "content-type": "application/x-msgpack" },
        });
      },
    }),
    route("POST /v3/table/create/:database/:table/:type", "write", {
      summary: "Create a table; its type is log",
      fields: { idempotent_key: "a repeat with the same key succeeds while the table is there" },
      handle: async (call) => {
        const { database, table, type } = call.params;
        if (type !== "log") throw new Fault("bad_request", `Unsupported table type ${type}; use log.`);
        const key = (await readForm(call)).text("idempotent_key");
        const once = key === null ? null : [call.caller.user_name, key, database, table];
        const id = await storage.createTable(database, table).catch(async (error: unknown) => {
          const former = once === null ? undefined : created.get(once);
          const isRepeat = error instanceof Fault && error.kind === "already_exists" && former !== undefined;
          if (isRepeat && (await storage.showTable(database, table)).id === former) return former;
          throw error;
        });
        if (once !== null) created.set(once, id);
        return { database, table, type, id };
      },
    }),
    tableChange({
      verb: "delete",
      access: "own",
      summary: "Delete a table with its rows",
      fields: { if_empty: "true: only while it has no rows, else 409" },
      change: (database, table, form) => storage.deleteTable(database, table, form.flag("if_empty")),
    }),
    tableChange({
      verb: "update-schema",
      access: "write",
      bare: "schema",
      summary: "Add columns and change column types",
      fields: { schema: "JSON array of [name, type]; columns that are left out stay" },
      change: async (database, table, form, rights) => {
        const columns = schemaOf(form);
        const changed = columnsOfOtherType(columns, await storage.showTable(database, table));
        if (changed.length > 0 && roleIn(rights, database) !== "own")
          throw new Fault(
            "forbidden",
            `A change of the type of ${changed.join(", ")} needs the role own in the database ${database}.`,
          );
        await storage.updateSchema(database, table, columns);
      },
    }),
    tableChange({
      verb: "append-schema",
      access: "write",
      bare: "schema",
      summary: "Add columns",
      fields: { schema: "JSON array of [name, type]; a column that is there must have that type" },
      change: async (database, table, form) => {
        const columns = schemaOf(form);
        const { columns: present } = await storage.showTable(database, table);
        for (const { name, type } of columns) {
          const old = present.find((column) => column.name.toLowerCase() === name.toLowerCase());
          if (old !== undefined && old.type !== type.trim().toLowerCase())
            throw new Fault("invalid", `Column ${name} of ${database}.${table} is ${old.type} already.`);
        }
        await storage.updateSchema(database, table, columns);
      },
    }),
    route("POST /v3/table/rename/:database/:table/:name", "own", {
      summary: "Rename a table",
      fields: { overwrite: "true: a table of that name goes" },
      handle: async (call) => {
        const { database, table, name } = call.params;
        await storage.renameTable(database, table, name, (await readForm(call)).flag("overwrite"));
        return { database, table: name, type: "log" };
      },
    }),
    tableChange({
      verb: "update",
      access: "own",
      summary: "Set after how many days rows expire",
      fields: { expire_days: "0 or nothing: never" },
      change: (database, table, form) => {
        const days = form.wholeNumber("expire_days", 0);
        if (days < 0 || days > 36_500)
          throw new Fault("bad_request", `expire_days must be 0 to 36500, not ${days}.`);
        return storage.setExpireDays(database, table, days === 0 ? null : days);
      },
    }),
    route("POST /v3/table/swap/:database/:table/:other", "own", {
      summary: "Swap the names of two tables",
      handle: async ({ params: { database, table, other } }) => {
        await storage.swapTables(database, table, other);
        return { database, table1: table, table2: other };
      },
    }),
    tableChange({
      verb: "change_database",
      access: "own",
      summary: "Move a table to another database",
      fields: { dest_database_name: "name of that database" },
      change: async (database, table, form, rights) => {
        const target = form.requiredText("dest_database_name");
        const role = roleIn(rights, target);
        if (role === null) throw noDatabase(target);
        if (!allows(role, "write"))
          throw new Fault("forbidden", `The move needs the role write in the database ${target}.`);
        await storage.moveTable(database, table, target);
        return { database: target };
      },
    }),
  ];
}

function columnsOfOtherType(schema: readonly TableColumn[], { columns }: StoredTable): string[] {
  return schema
    .filter(({ name, type }) => {
      const present = columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
      return present !== undefined && present.type !== type.trim().toLowerCase();
    })
    .map(({ name }) => name);
}

/**
 * The `schema` field: JSON of `[[name, type], …]`, each with an optional alias. `time` is omitted, as every
 * table has it.
 *
 * @throws Fault `bad_request` for another shape, `invalid` for an alias that differs from its name.
 */
function schemaOf(form: Form): TableColumn[] {
  const schema = form.json("schema") ?? failMissing("schema");
  if (!Array.isArray(schema))
    throw new Fault("bad_request", "The field schema must be an array of [name, type].");
  const columns: TableColumn[] = [];
  const named = new Set<string>();
  for (const [at, entry] of (schema as unknown[]).entries()) {
    const [name, type, alias = name] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (typeof name !== "string" || name === "" || typeof type !== "string" || typeof alias !== "string")
      throw new Fault("bad_request", `Entry ${at + 1} of the schema must be [name, type].`);
    if (alias !== name)
      throw new Fault(
        "invalid",
        `The column ${name} can't have the alias ${JSON.stringify(alias)}: aliases are not supported.`,
      );
    if (named.has(name.toLowerCase())) throw new Fault("bad_request", `The column ${name} is named twice.`);
    named.add(name.toLowerCase());
    if (name !== "time") columns.push({ name, type });
  }
  return columns;
}
