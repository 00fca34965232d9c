import { ConfigError } from "../errors.ts";
import { valueInError } from "../text/visible-text.ts";

/** What to do if the table exists. */
export type IfExists = "fail" | "error" | "replace" | "overwrite" | "append" | "ignore";

/** {@link IfExists} without aliases. */
export type WriteMode = "fail" | "replace" | "append" | "ignore";

export const MODES: Readonly<Record<IfExists, WriteMode>> = {
  fail: "fail",
  error: "fail",
  replace: "replace",
  overwrite: "replace",
  append: "append",
  ignore: "ignore",
};

/** Splits `<database>.<table>`. @throws ConfigError for anything else. */
export function parseTableName(name: string): { database: string; table: string } {
  const parts = typeof name === "string" ? name.split(".") : [];
  const [database, table] = parts;
  if (parts.length !== 2 || !database || !table)
    throw new ConfigError(`table name ${valueInError(name)} is not of the form <database>.<table>`);
  for (const part of [database, table]) {
    if (part.length > 255)
      throw new ConfigError(`a name in table name ${JSON.stringify(name)} has more than 255 characters`);
    const odd = /[^a-z0-9_]/.exec(part);
    if (odd === null) continue;
    throw new ConfigError(
      `${JSON.stringify(part)} in table name ${JSON.stringify(name)} holds ${JSON.stringify(odd[0])}; ` +
        "names hold only a-z, 0-9 and _",
    );
  }
  return { database, table };
}
