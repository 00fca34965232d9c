/** Quotes an identifier for the engine and Presto. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes an identifier for Hive. */
export function quoteHiveName(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}

/** Quotes a text literal for the engine and Presto. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
