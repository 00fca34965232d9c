/** A Presto type taken apart: `array(bigint)`, `row(a bigint, "b c" varchar)`, `timestamp(3) with time zone`. */
export interface TypeName {
  /** Lower case, without arguments. */
  readonly name: string;
  /** What is in the parentheses of a type that holds no others: `10` and `2` of `decimal(10,2)`. */
  readonly parameters: readonly number[];
  readonly inner: readonly TypeName[];
  /** Names of a row's fields, null where one has none. */
  readonly fields: readonly (string | null)[];
}

const NESTED = new Set(["array", "map", "row"]);

export function parseTypeName(text: string): TypeName {
  const type = text.trim();
  const open = type.indexOf("(");
  if (open < 0) return { name: type.toLowerCase(), parameters: [], inner: [], fields: [] };
  const close = closing(type, open);
  const name = `${type.slice(0, open)}${type.slice(close + 1)}`.trim().toLowerCase();
  const parts = splitTopLevel(type.slice(open + 1, close));
  if (!NESTED.has(name)) return { name, parameters: parts.map(Number), inner: [], fields: [] };
  if (name !== "row") return { name, parameters: [], inner: parts.map(parseTypeName), fields: [] };
  const fields = parts.map(rowField);
  return {
    name,
    parameters: [],
    inner: fields.map(({ type }) => parseTypeName(type)),
    fields: fields.map(({ name }) => name),
  };
}

function rowField(part: string): { name: string | null; type: string } {
  const match = /^(?:"((?:[^"]|"")*)"|([\p{L}_$][\p{L}\p{N}_$]*))\s+(.+)$/su.exec(part.trim());
  const [, quoted, plain, type = ""] = match ?? [];
  // `timestamp with time zone` and `double precision` without a field name look like a field of that name.
  if (!match || (plain !== undefined && /^(with(out)? time zone|precision)$/i.test(type)))
    return { name: null, type: part };
  return { name: quoted?.replaceAll('""', '"') ?? (plain as string), type };
}

function closing(text: string, open: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = open; i < text.length; i++) {
    const char = text[i];
    if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return i;
  }
  return text.length;
}

function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === "(") depth++;
    else if (char === ")") depth--;
    else if (char === "," && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}
