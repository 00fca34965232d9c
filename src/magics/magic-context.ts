import type { Client } from "../core/client.ts";
import { connect } from "../core/connect.ts";

/** What magics share in a notebook: the default connection and the current database. */
export class MagicContext {
  #database: string | null = null;
  /** Called with each new {@link database}: the kernel's. */
  onDatabase: (database: string | null) => void = () => undefined;
  /** Connection of magics without `-c`; null until the first use, when one is made from the environment. */
  connection: Client | null = null;
  /** Variables that `%svc_use` has made, with the values that it gave them. */
  readonly tables = new Map<string, unknown>();

  /** Current database, chosen by `%svc_use`; null before that. */
  get database(): string | null {
    return this.#database;
  }

  /** Makes a database the current one, or none; `onDatabase` is called. */
  set database(database: string | null) {
    this.#database = database;
    this.onDatabase(database);
  }

  /** The default connection; made once, so that magics share its sockets. Sends nothing. */
  connect(): Client {
    this.connection ??= connect();
    return this.connection;
  }
}

// One context for the process, whatever number of copies of this module it holds.
const CONTEXT = Symbol.for("svclib.magic-context");
const holder = globalThis as { [CONTEXT]?: MagicContext };

/**
 * The context of this notebook. Set its `connection` to let all magics use another account or server.
 *
 * @example magic_context.connection = connect(key, "https://api.example.com");
 */
export const magic_context: MagicContext = (holder[CONTEXT] ??= new MagicContext());
