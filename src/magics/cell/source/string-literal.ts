/** A text as a double-quoted TypeScript literal whose value is that text, unit by unit. */
export function quoteString(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, escapeUnit);
}

/**
 * A text as the inside of a template literal whose value is that text, unit by unit. Line breaks stay line breaks, but carriage
 * returns are written as escapes: a template turns them into line feeds.
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
