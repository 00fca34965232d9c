/** A Presto type as the statement protocol describes it (protocol section 9.3): clients read the arguments without a check. */
export interface TypeSignature {
  readonly rawType: string;
  readonly arguments: readonly TypeArgument[];
}

type TypeArgument =
  | { readonly kind: "LONG"; readonly value: number }
  | { readonly kind: "TYPE"; readonly value: TypeSignature }
  | {
      readonly kind: "NAMED_TYPE";
      readonly value: {
        readonly fieldName?: { readonly name: string };
        readonly typeSignature: TypeSignature;
      };
    };

const UNBOUNDED_LENGTH = 2_147_483_647;

/** Arguments of types that are written without them. */
const DEFAULTS: Readonly<Record<string, readonly number[]>> = {
  varchar: [UNBOUNDED_LENGTH],
  char: [1],
  decimal: [38, 0],
  time: [3],
  timestamp: [3],
  "time with time zone": [3],
  "timestamp with time zone": [3],
};

/** Parses a type name such as `decimal(10,2)`, `map(varchar, array(bigint))` or `row(a bigint, "b c" varchar)`. */
export function typeSignature(type: string): TypeSignature {
  const text = type.trim();
  const open = text.indexOf("(");
  const close = text.lastIndexOf(")");
  if (open < 0 || close < open) return withNumbers(text.toLowerCase(), []);
  // A precision stands in the middle: `timestamp(3) with time zone`.
  const name = `${text.slice(0, open)}${text.slice(close + 1)}`.trim().toLowerCase();
  const parts = splitTopLevel(text.slice(open + 1, close));
  if (name === "array" || name === "map") {
    return { rawType: name, arguments: parts.map((part) => ({ kind: "TYPE", value: typeSignature(part) })) };
  }
  if (name === "row") return { rawType: name, arguments: parts.map(rowField) };
  return withNumbers(name, parts.map(Number));
}

function withNumbers(rawType: string, numbers: readonly number[]): TypeSignature {
  const values = numbers.length > 0 ? numbers : (DEFAULTS[rawType] ?? []);
  return { rawType, arguments: values.map((value) => ({ kind: "LONG", value })) };
}

function rowField(part: string): TypeArgument {
  const named = /^(?:"((?:[^"]|"")*)"|([a-z_][a-z0-9_]*))\s+(.+)$/is.exec(part.trim());
  const [, quoted, plain, type = ""] = named ?? [];
  // `timestamp with time zone` without a field name looks like a field named `timestamp`.
  if (!named || /^with time zone$/i.test(type)) {
    return { kind: "NAMED_TYPE", value: { typeSignature: typeSignature(part) } };
  }
  const name = quoted?.replaceAll('""', '"') ?? plain ?? "";
  return { kind: "NAMED_TYPE", value: { fieldName: { name }, typeSignature: typeSignature(type) } };
}

function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '"') quoted = !quoted;
    if (quoted) continue;
    if (char === "(") depth++;
    else if (char === ")") depth--;
    else if (char === "," && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
