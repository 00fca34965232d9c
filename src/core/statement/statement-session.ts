/**
 * Session state from the server's replies: SET SESSION, SET ROLE, SET PATH, PREPARE, USE. It lasts as long as the client. Values are
 * kept encoded as on the wire.
 */
export class StatementSession {
  /** From the last USE; null before. */
  catalog: string | null = null;
  schema: string | null = null;
  #path: string | null = null;
  readonly #lists = {
    session: new Map<string, string>(),
    role: new Map<string, string>(),
    "prepared-statement": new Map<string, string>(),
  };

  /** @param prefix - Of the names of the headers: `x-trino` or `x-presto`. */
  headers(prefix: string): Record<string, string> {
    const lists = Object.entries(this.#lists).filter(([, entries]) => entries.size > 0);
    return {
      ...Object.fromEntries(
        lists.map(([name, entries]) => [
          `${prefix}-${name}`,
          [...entries].map((entry) => entry.join("=")).join(","),
        ]),
      ),
      ...(this.#path === null ? {} : { [`${prefix}-path`]: this.#path }),
    };
  }

  update(prefix: string, headers: { get(name: string): string | null }): void {
    const value = (name: string): string | null => headers.get(`${prefix}-${name}`);
    this.catalog = value("set-catalog") ?? this.catalog;
    this.schema = value("set-schema") ?? this.schema;
    this.#path = value("set-path") ?? this.#path;
    const { session, role, "prepared-statement": prepared } = this.#lists;
    for (const name of namesIn(value("clear-session"))) session.delete(name);
    for (const name of namesIn(value("deallocated-prepare"))) prepared.delete(name);
    for (const [list, name] of [
      [session, "set-session"],
      [role, "set-role"],
      [prepared, "added-prepare"],
    ] as const) {
      for (const entry of namesIn(value(name))) {
        const at = entry.indexOf("=");
        if (at > 0) list.set(entry.slice(0, at), entry.slice(at + 1));
      }
    }
  }
}

/** A repeated header arrives joined by commas; commas in values are percent-encoded. */
function namesIn(header: string | null): string[] {
  return (header ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
