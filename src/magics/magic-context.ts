import type { Client } from "../core/client.ts";
import { connect } from "../core/connect.ts";
import { processState } from "../core/process-state.ts";

/** State shared by the magics of a notebook: default connection and current database. */
export class MagicContext {
  #database: string | null = null;
  /** Called with each new {@link database}; set by the kernel. */
  onDatabase: (database: string | null) => void = () => undefined;
  /** Connection of magics without `-c`; null until first used, then created from the environment. */
  connection: Client | null = null;
  /** Variables bound by `%svc_use`, with their values. */
  readonly tables = new Map<string, unknown>();

  /** Current database, set by `%svc_use`; null before. */
  get database(): string | null {
    return this.#database;
  }

  /** Sets the current database, or none; calls `onDatabase`. */
  set database(database: string | null) {
    this.#database = database;
    this.onDatabase(database);
  }

  /** The default connection; created once, so that magics share its sockets. Sends nothing. */
  connect(): Client {
    this.connection ??= connect();
    return this.connection;
  }
}

/**
 * The context of this notebook. Set its `connection` to make all magics use another account or server.
 *
 * @example magic_context.connection = connect(key, "https://api.example.com");
 */
export const magic_context: MagicContext = processState("magic-context", () => new MagicContext());
