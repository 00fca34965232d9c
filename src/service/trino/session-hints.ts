const HINT = /^\s*set\s+session\s+([\w.]+)\s*=(.*)$/i;

/**
 * Session properties from the comment lines before a statement: `-- set session join_distribution_type = 'BROADCAST'`.
 * Clients send them this way because a job is a single statement.
 */
export function sessionHints(sql: string): Map<string, string> {
  const hints = new Map<string, string>();
  for (const line of sql.split("\n")) {
    const text = line.trim();
    if (text === "") continue;
    if (!text.startsWith("--")) break;
    const [, name, rest = ""] = HINT.exec(text.slice(2)) ?? [];
    const value = (rest.endsWith(";") ? rest.slice(0, -1) : rest).trim();
    if (name === undefined || value === "") continue;
    hints.set(name, /^'.*'$/.test(value) ? value.slice(1, -1).replaceAll("''", "'") : value);
  }
  return hints;
}
