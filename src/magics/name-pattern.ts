import { UsageError } from "../core/errors.ts";

/** Tells whether a name matches. */
export type NamePattern = (name: string) => boolean;

/**
 * Reads a pattern of database names: a regular expression that is searched for in the name, upper and lower case apart.
 *
 * @throws UsageError when it is no regular expression.
 */
export function databasePattern(pattern: string): NamePattern {
  const expression = compile(pattern, pattern);
  return (name) => expression.test(name);
}

/**
 * Reads a pattern of `database.table` identifiers: a regular expression that is searched for in the identifier. A dot that has no
 * repetition after it is the dot between database and table, so `web.access` does not find `webaccess.log`; `.*` is any text.
 *
 * @throws UsageError when it is no regular expression.
 */
export function tablePattern(pattern: string): NamePattern {
  const expression = compile(separatorDots(pattern), pattern);
  return (identifier) => expression.test(identifier);
}

/**
 * Which databases a table pattern can find anything in, as far as its beginning says: the text before the separating dot is the
 * end of the database's name (all of it after `^`). Spares the listing of all other databases.
 */
export function databasesOfTablePattern(pattern: string): NamePattern {
  const match = /^(\^?)([A-Za-z0-9_]+)\\?\.(?![*+?{])[^|]*$/.exec(pattern);
  if (match === null) return () => true;
  const [, anchor, database = ""] = match;
  return (name) => (anchor === "" ? name.endsWith(database) : name === database);
}

/** Escapes the dots that stand for themselves. */
function separatorDots(pattern: string): string {
  return pattern.replace(/\\[^]|\[(?:[^\]\\]|\\[^])*\]|\.(?![*+?{])/g, (piece) =>
    piece === "." ? "\\." : piece,
  );
}

function compile(source: string, pattern: string): RegExp {
  try {
    return new RegExp(source);
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^Invalid regular expression: \/[^]*\/\w*: /, "") : "";
    const glob = /^[*?]/.test(pattern) ? `; for any text write .*, as in .${pattern}` : "";
    throw new UsageError(`'${pattern}' is not a regular expression (${reason.toLowerCase()})${glob}`, {
      cause: error,
    });
  }
}
