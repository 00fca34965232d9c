/** A JSON value whose numbers and texts are as they are written. */
type Node =
  | { readonly kind: "scalar"; readonly text: string }
  | { readonly kind: "array"; readonly items: readonly Node[] }
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, Node> };

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/gy;

/** Reads text that is valid JSON; of members with one name the last stays. */
function readNode(text: string): Node {
  TOKEN.lastIndex = 0;
  const next = (): string => TOKEN.exec(text)?.[1] ?? "";
  const value = (token: string): Node => {
    if (token === "[") {
      const items: Node[] = [];
      for (let item = next(); item !== "]"; item = next()) if (item !== ",") items.push(value(item));
      return { kind: "array", items };
    }
    if (token !== "{") return { kind: "scalar", text: token };
    const members = new Map<string, Node>();
    for (let name = next(); name !== "}"; name = next()) {
      if (name === ",") continue;
      next();
      members.set(name, value(next()));
    }
    return { kind: "object", members };
  };
  return value(next());
}

function write(node: Node, sorted: boolean): string {
  if (node.kind === "scalar") return node.text;
  if (node.kind === "array") return `[${node.items.map((item) => write(item, sorted)).join(",")}]`;
  const members = [...node.members];
  if (sorted) members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, member]) => `${name}:${write(member, sorted)}`).join(",")}}`;
}

/** JSON with the members of each object in the order of their names and no white space: how Trino keeps it. */
export const sortMembers = (text: string): string => write(readNode(text), true);

/** A step of {@link itemsAt}: a member's name, a place, or null for all of an array's elements or an object's values. */
export type WrittenStep =
  { readonly member: string } | { readonly index: number } | { readonly all: "elements" | "values" };

/** The items at a lax path: members are looked for in each element of an array, and a single value counts as an array of one. */
export function itemsAt(text: string, steps: readonly WrittenStep[]): string[] {
  const elements = (node: Node): readonly Node[] => (node.kind === "array" ? node.items : [node]);
  const found = steps.reduce<readonly Node[]>(
    (nodes, step) => {
      if ("index" in step) return nodes.flatMap((node) => elements(node)[step.index] ?? []);
      if ("all" in step && step.all === "elements") return nodes.flatMap(elements);
      return nodes.flatMap(elements).flatMap((node) => {
        if (node.kind !== "object") return [];
        return "member" in step
          ? (node.members.get(JSON.stringify(step.member)) ?? [])
          : [...node.members.values()];
      });
    },
    [readNode(text)],
  );
  return found.map((node) => write(node, false));
}
