/** A double-quoted TypeScript literal with exactly this value. */
export function quoteString(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, escapeUnit);
}

/** A TypeScript literal of a value of JSON. `"__proto__": x` would set an object's prototype. */
export function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalOf).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, part]) => {
    const key = name === "__proto__" ? '["__proto__"]' : JSON.stringify(name);
    return `${key}:${literalOf(part)}`;
  });
  return `{${fields.join(",")}}`;
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

const IDENTIFIER = /^[\p{ID_Start}$_](?:[\p{ID_Continue}$]|\u200c|\u200d)*$/u;

/** Words that can't be variable names in a module. */
const RESERVED = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false " +
    "finally for function if implements import in instanceof interface let new null package private protected public return " +
    "static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** Whether `name` can be declared as a variable. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name) && !RESERVED.has(name);
}
