/** A double-quoted TypeScript literal with exactly this value. */
export function quoteString(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, escapeUnit);
}

/**
 * The inside of a template literal with exactly this value. Line feeds are kept; carriage returns are escaped, as templates
 * would turn them into line feeds.
 */
export function templateText(text: string): string {
  return text
    .replace(/\\|`|\$(?=\{)/g, "\\$&")
    .replace(/\p{Cc}/gu, (unit) => (unit === "\n" || unit === "\t" ? unit : escapeUnit(unit)))
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, escapeUnit);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
