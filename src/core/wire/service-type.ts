/** A parsed type of the service: `array(bigint)`, `map<string,int>`, `row(a bigint, "b c" varchar)`, `decimal(10,2)`. */
export interface ServiceType {
  /** Lowercase, without parameters: `bigint`, `array`, `timestamp with time zone`. */
  readonly name: string;
  /** Inner types: the item of an array, key and value of a map, fields of a row or struct. */
  readonly inner: readonly ServiceType[];
  /** Field names of a row or struct, `""` for unnamed ones; else empty. */
  readonly fieldNames: readonly string[];
  /** Precision and scale, if any. */
  readonly parameters?: readonly number[];
}

export type ColumnKind = "integer" | "float" | "boolean" | "text" | "value";

const NAMES = {
  integer: "tinyint, smallint, integer, int, bigint, long",
  float: "real, float, double, double precision",
  boolean: "boolean",
  text: "varchar, char, character, string, text, json, uuid, ipaddress, date, decimal, numeric, number",
};

const KINDS = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names.split(", ").map((name) => [name, kind as keyof typeof NAMES] as const),
  ),
);

/** How a column of this type is stored; `value` (plain JavaScript values) for unknown types. */
export function columnKind({ name }: ServiceType): ColumnKind {
  return KINDS.get(name) ?? (/^(time|interval)/.test(name) ? "text" : "value");
}

const NESTED = new Set(["array", "map", "row", "struct", "uniontype"]);

/** Parses a type in either dialect's spelling; accepts any text. */
export function parseServiceType(text: string): ServiceType {
  const lower = text.trim();
  const open = /[(<]/.exec(lower)?.index ?? -1;
  if (open < 0) return { name: lower.toLowerCase(), inner: [], fieldNames: [] };
  const close = matchingClose(lower, open);
  const name = (lower.slice(0, open) + lower.slice(close + 1)).trim().toLowerCase().replace(/\s+/g, " ");
  const inside = lower.slice(open + 1, close);
  if (!NESTED.has(name))
    return { name, inner: [], fieldNames: [], parameters: inside.split(",").map(Number) };
  const parts = splitTopLevel(inside);
  if (name !== "row" && name !== "struct")
    return { name, inner: parts.map(parseServiceType), fieldNames: [] };
  const fields = parts.map(splitField);
  return {
    name,
    inner: fields.map(({ type }) => parseServiceType(type)),
    fieldNames: fields.map((field) => field.name),
  };
}

function matchingClose(text: string, open: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = open; i < text.length; i++) {
    const char = text[i] as string;
    if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === "(" || char === "<") depth += 1;
    else if ((char === ")" || char === ">") && --depth === 0) return i;
  }
  return text.length;
}

function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === "(" || char === "<") depth += 1;
    else if (char === ")" || char === ">") depth -= 1;
    else if (char === "," && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  const last = text.slice(start);
  return last.trim() === "" && parts.length === 0 ? [] : [...parts, last];
}

/** Parses a field: `a bigint`, `"b c" varchar` (presto), `a:bigint` (hive), or a type without a name. */
function splitField(text: string): { name: string; type: string } {
  const field = text.trim();
  const [, quotedName, quotedType] = /^"((?:[^"]|"")*)"\s*(.*)$/s.exec(field) ?? [];
  if (quotedName !== undefined) return { name: quotedName.replaceAll('""', '"'), type: quotedType ?? "" };
  const [, plainName, plainType] = /^([\p{L}\p{N}_$]+)\s*(?::|\s)\s*(.+)$/su.exec(field) ?? [];
  // Without a field name, `timestamp with time zone` and `double precision` look like a named field.
  const isType = /^(with(out)? time zone|precision)$/i.test(plainType ?? "");
  if (plainName === undefined || plainType === undefined || isType) return { name: "", type: field };
  return { name: plainName, type: plainType };
}
