/** A JSON value. Scalars are JSON text: numbers as written, strings with minimal escapes. */
export type JsonNode =
  | { readonly kind: "scalar"; readonly text: string }
  | { readonly kind: "array"; readonly items: readonly JsonNode[] }
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, JsonNode> };

/** A token; a string only up to its first backslash, as a pattern with repeated escapes overflows the stack on very long strings. */
const TOKEN = /\s*("[^"\\]*"?|[{}[\],:]|[^\s{}[\],:"]+)/gy;

/** The end of a string, from its first backslash on. */
function endOfString(text: string, backslash: number): number {
  let at = backslash;
  while (text[at] === "\\") {
    at += 2;
    while (at < text.length && text[at] !== '"' && text[at] !== "\\") at += 1;
  }
  return at + 1;
}

const unescaped = (token: string): string =>
  token.startsWith('"') && token.includes("\\") ? JSON.stringify(JSON.parse(token)) : token;

/** Parses valid JSON; of duplicate members the last wins. */
export function readNode(text: string): JsonNode {
  TOKEN.lastIndex = 0;
  const next = (): string => {
    const token = TOKEN.exec(text)?.[1] ?? "";
    const end = TOKEN.lastIndex;
    if (text[end] !== "\\") return token;
    TOKEN.lastIndex = endOfString(text, end);
    return text.slice(end - token.length, TOKEN.lastIndex);
  };
  const value = (token: string): JsonNode => {
    if (token === "[") {
      const items: JsonNode[] = [];
      for (let item = next(); item !== "]"; item = next()) if (item !== ",") items.push(value(item));
      return { kind: "array", items };
    }
    if (token !== "{") return { kind: "scalar", text: unescaped(token) };
    const members = new Map<string, JsonNode>();
    for (let name = next(); name !== "}"; name = next()) {
      if (name === ",") continue;
      next();
      members.set(unescaped(name), value(next()));
    }
    return { kind: "object", members };
  };
  return value(next());
}

/** A member's name, of its JSON text. */
const nameOf = (text: string): string =>
  text.includes("\\") ? (JSON.parse(text) as string) : text.slice(1, -1);

export function write(node: JsonNode, sorted: boolean): string {
  if (node.kind === "scalar") return node.text;
  if (node.kind === "array") return `[${node.items.map((item) => write(item, sorted)).join(",")}]`;
  const members = [...node.members];
  if (sorted) members.sort(([a], [b]) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return `{${members.map(([name, member]) => `${name}:${write(member, sorted)}`).join(",")}}`;
}

/** Whether a number's JSON text has a fraction or exponent. */
export const isFraction = (text: string): boolean => /^-?\d+[.eE]/.test(text);

/** A double in Java's notation: `1.5`, `1.0E20`. */
export function doubleText(value: number): string {
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-3 && size < 1e7)) {
    const text = Object.is(value, -0) ? "-0" : String(value);
    return text.includes(".") ? text : `${text}.0`;
  }
  const [digits, exponent] = value.toExponential().split("e") as [string, string];
  return `${digits.includes(".") ? digits : `${digits}.0`}E${Number(exponent)}`;
}

/** The node with doubles in Java's notation, and past their range its word as a text. */
export function settled(node: JsonNode): JsonNode {
  if (node.kind === "array") return { kind: "array", items: node.items.map(settled) };
  if (node.kind === "object")
    return { kind: "object", members: new Map([...node.members].map(([name, one]) => [name, settled(one)])) };
  if (node.text === "-0") return { kind: "scalar", text: "0" };
  if (!isFraction(node.text)) return node;
  const value = Number(node.text);
  return { kind: "scalar", text: Number.isFinite(value) ? doubleText(value) : JSON.stringify(String(value)) };
}

/** JSON with sorted members and no white space, as Trino stores it. */
export const sortMembers = (text: string): string => write(settled(readNode(text)), true);

/** The scalar at a path of names and indexes that is there, as written: `1.50`. */
export function writtenScalar(text: string, steps: readonly (string | number)[]): string | null {
  let node: JsonNode | undefined = readNode(text);
  for (const step of steps)
    node =
      node?.kind === "array" ? node.items.at(Number(step))
        : node?.kind === "object" ? node.members.get(JSON.stringify(String(step))) : undefined; // prettier-ignore
  return node?.kind === "scalar" ? node.text : null;
}
