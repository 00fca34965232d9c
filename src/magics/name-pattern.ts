import { UsageError } from "../core/errors.ts";

export type NamePattern = (name: string) => boolean;

/**
 * Compiles a pattern of database names: a case-sensitive regular expression to find in the name.
 *
 * @throws UsageError for an invalid regular expression.
 */
export function databasePattern(pattern: string): NamePattern {
  const expression = compile(pattern, pattern);
  return (name) => expression.test(name);
}

/**
 * Compiles a pattern of `database.table` identifiers: a regular expression to find in the identifier. A dot without a quantifier
 * is the dot between database and table, so `web.access` does not match `webaccess.log`; `.*` matches any text.
 *
 * @throws UsageError for an invalid regular expression.
 */
export function tablePattern(pattern: string): NamePattern {
  const expression = compile(separatorDots(pattern), pattern);
  return (identifier) => expression.test(identifier);
}

/**
 * Databases that a table pattern may match, judged by its beginning: the text before the separating dot is the end of the
 * database's name (or all of it after `^`). Avoids listing other databases.
 */
export function databasesOfTablePattern(pattern: string): NamePattern {
  const match = /^(\^?)([A-Za-z0-9_]+)\\?\.(?![*+?{])[^|]*$/.exec(pattern);
  if (match === null) return () => true;
  const [, anchor, database = ""] = match;
  return (name) => (anchor === "" ? name.endsWith(database) : name === database);
}

/** Escapes dots that are literal. */
function separatorDots(pattern: string): string {
  return pattern.replace(/\\[^]|\[(?:[^\]\\]|\\[^])*\]|\.(?![*+?{])/g, (piece) =>
    piece === "." ? "\\." : piece,
  );
}

function compile(source: string, pattern: string): RegExp {
  try {
    return new RegExp(source);
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression: \/[^]*\/\w*: /, "");
    const glob = /^[*?]/.test(pattern) ? `; for any text write .*, as in .${pattern}` : "";
    throw new UsageError(`'${pattern}' is not a regular expression (${reason.toLowerCase()})${glob}`, {
      cause: error,
    });
  }
}
