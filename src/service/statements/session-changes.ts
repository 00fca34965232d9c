import { randomUUID } from "node:crypto";
import { CATALOGS, isCatalog, SYSTEM_CATALOG } from "../../dialect/catalogue.ts";
import { roleIn, type StatementRights } from "../../dialect/statements/statement-rights.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import { systemSchemas } from "../../engine/system-tables/system-tables.ts";
import {
  checkProperty,
  ignoredProperty,
  TIME_ZONE_PROPERTY,
  zoneNamed,
  type ClientSession,
} from "./client-session.ts";
import type { SessionStatement } from "../../engine/contract/session-statement.ts";
import type { PagedStatement } from "./paged-statement.ts";

export interface SessionChangesDeps {
  readonly clock: () => number;
  readonly hasDatabase: (database: string) => Promise<boolean>;
  readonly onCluster: boolean;
  readonly kill: (id: string, message: string, by: Asker) => void;
}

export interface Asker {
  readonly userName: string;
  readonly isAdministrator: boolean;
  readonly rights: StatementRights;
}

const UPDATE_TYPES: Readonly<Record<SessionStatement["kind"], string>> = {
  use: "USE",
  set: "SET SESSION",
  reset: "RESET SESSION",
  timeZone: "SET TIME ZONE",
  prepare: "PREPARE",
  deallocate: "DEALLOCATE",
  start: "START TRANSACTION",
  commit: "COMMIT",
  rollback: "ROLLBACK",
  kill: "CALL",
};

/** Space for a client's properties and prepared statements: Node.js refuses a request with more than 16 KiB of headers. */
const MAX_KEPT_LENGTH = 12_000;

const NO_TRANSACTION = "this service has no transactions: each statement takes effect at once";

/** Runs statements that change a client's session; response headers carry the changes, which the client keeps. */
export class SessionChanges {
  readonly #deps: SessionChangesDeps;
  readonly #transactions: Transactions;

  constructor(deps: SessionChangesDeps) {
    this.#deps = deps;
    this.#transactions = new Transactions(deps.clock);
  }

  /** The client's transaction; null if there is none. @throws SqlError UNKNOWN_TRANSACTION */
  transactionOf({ transaction }: ClientSession, userName: string): Transaction | null {
    if (transaction === null || transaction.toUpperCase() === "NONE") return null;
    return this.#transactions.use(transaction, userName);
  }

  /** @throws SqlError */
  async run(
    statement: PagedStatement,
    change: SessionStatement,
    { session, ...asker }: Asker & { readonly session: ClientSession },
  ): Promise<void> {
    statement.updateType = UPDATE_TYPES[change.kind];
    statement.columns = [];
    const answer = (name: string, value: string): void => {
      if (session.keptLength + value.length > MAX_KEPT_LENGTH && /^(Set-Session|Added-Prepare)$/.test(name))
        throw new SqlError(
          "EXCEEDED_LIMIT",
          `the client sends its session properties and prepared statements with each request, and these would take more than ${MAX_KEPT_LENGTH} characters: shorten the statement, or RESET SESSION and DEALLOCATE PREPARE what is not needed`,
        );
      statement.sessionHeaders[`X-${session.family}-${name}`] = value;
    };
    const warn = (name: string, message: string): void => {
      statement.warnings.push({ warningCode: { code: 0x10000, name }, message });
    };
    switch (change.kind) {
      case "use":
        if (!this.#deps.onCluster) await this.#checkSchema(change, session, asker.rights);
        if (change.catalog !== null) answer("Set-Catalog", change.catalog);
        return answer("Set-Schema", change.schema);
      case "set": {
        if (!checkProperty(change.name, change.value) && !this.#deps.onCluster)
          statement.warnings.push(ignoredProperty(change.name));
        return answer("Set-Session", `${change.name}=${encodeURIComponent(change.value)}`);
      }
      case "reset":
        return answer("Clear-Session", change.name);
      case "timeZone":
        if (change.zone === null) return answer("Clear-Session", TIME_ZONE_PROPERTY);
        return answer("Set-Session", `${TIME_ZONE_PROPERTY}=${encodeURIComponent(zoneNamed(change.zone))}`);
      case "prepare":
        return answer("Added-Prepare", [change.name, change.packed].map(encodeURIComponent).join("="));
      case "deallocate":
        if (!session.prepared.has(change.name))
          throw new SqlError("NOT_FOUND", `Prepared statement not found: ${change.name}`);
        return answer("Deallocated-Prepare", encodeURIComponent(change.name));
      case "start":
        if (session.transaction === null)
          throw new SqlError("INCOMPATIBLE_CLIENT", "Client does not support transactions");
        if (this.transactionOf(session, asker.userName) !== null)
          throw new SqlError("NOT_SUPPORTED", "Nested transactions not supported");
        warn("NO_TRANSACTION", NO_TRANSACTION);
        return answer("Started-Transaction-Id", this.#transactions.start(asker.userName));
      case "commit":
      case "rollback": {
        const open = this.transactionOf(session, asker.userName);
        if (open === null) throw new SqlError("NOT_IN_TRANSACTION", "No transaction in progress");
        const { changes } = open;
        // Only once: the next ROLLBACK ends the transaction, as clients send it when they close.
        open.changes = 0;
        if (change.kind === "rollback" && changes > 0)
          throw new SqlError(
            "NOT_SUPPORTED",
            `ROLLBACK can't undo ${changes === 1 ? "the statement" : `the ${changes} statements`} of this transaction that changed data: ${NO_TRANSACTION}`,
          );
        this.#transactions.end(open);
        return answer("Clear-Transaction-Id", "true");
      }
      case "kill":
        return this.#deps.kill(change.id, change.message, asker);
    }
  }

  /** @throws SqlError */
  async #checkSchema(
    { catalog, schema }: Extract<SessionStatement, { kind: "use" }>,
    session: ClientSession,
    rights: StatementRights,
  ): Promise<void> {
    const name = (catalog ?? session.catalog ?? CATALOGS.presto[0]!).toLowerCase();
    const database = schema.toLowerCase();
    if (!isCatalog(name, "presto")) throw new SqlError("CATALOG_NOT_FOUND", `Catalog '${name}' not found`);
    if (
      systemSchemas(name).includes(database) ||
      (name !== SYSTEM_CATALOG &&
        roleIn(rights, database) !== null &&
        (await this.#deps.hasDatabase(database)))
    )
      return;
    throw new SqlError("NOT_FOUND", `Schema does not exist: ${name}.${schema}`);
  }
}

interface Transaction {
  readonly id: string;
  readonly userName: string;
  usedMs: number;
  /** Number of statements that wrote data. */
  changes: number;
}

/** A transaction unused for this long is abandoned. */
const IDLE_MS = 5 * 60_000;
/** Open transactions of one user; of more, the user's least recently begun ends. */
const MOST = 100;

/** Open transactions. They exist for the client's sake only: each statement commits by itself and can't be rolled back. */
export class Transactions {
  readonly #open = new Map<string, Transaction>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** @returns the transaction's id. */
  start(userName: string): string {
    const nowMs = this.#clock();
    for (const [id, { usedMs }] of this.#open) if (usedMs < nowMs - IDLE_MS) this.#open.delete(id);
    const own = [...this.#open.values()].filter((one) => one.userName === userName);
    for (const { id } of own.slice(0, Math.max(0, own.length - MOST + 1))) this.#open.delete(id);
    const id = randomUUID();
    this.#open.set(id, { id, userName, usedMs: nowMs, changes: 0 });
    return id;
  }

  /** @throws SqlError UNKNOWN_TRANSACTION */
  use(id: string, userName: string): Transaction {
    const transaction = this.#open.get(id);
    if (transaction?.userName !== userName)
      throw new SqlError("UNKNOWN_TRANSACTION", `Unknown transaction ID: ${id}. Possibly expired?`);
    transaction.usedMs = this.#clock();
    return transaction;
  }

  end({ id }: Transaction): void {
    this.#open.delete(id);
  }
}
