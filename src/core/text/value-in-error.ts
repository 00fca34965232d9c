const MOST = 100;

/** Any value for the text of an error, on one line: short values as they are, objects by their kind. */
export function valueInError(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > MOST ? `${value.slice(0, MOST)}…` : value);
  if (value === null || /^(?:undefined|boolean|number|bigint)$/.test(typeof value)) return String(value);
  if (Array.isArray(value)) {
    const items = value
      .slice(0, 3)
      .map((item: unknown) => (Array.isArray(item) ? "a list" : valueInError(item)));
    return `[${items.join(", ")}${value.length > 3 ? ", …" : ""}]`;
  }
  const { name = "" } = ((value as object).constructor ?? {}) as { readonly name?: string };
  return typeof value !== "object"
    ? `a ${typeof value}`
    : `an object${/^(?:Object)?$/.test(name) ? "" : ` (${name})`}`;
}
