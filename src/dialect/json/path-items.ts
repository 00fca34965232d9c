import { doubleText, isFraction, type JsonNode, readNode, settled, write } from "./json-node.ts";
import type { JsonPath, ParsedPath, Predicate } from "./sql-json-path.ts";

interface PathContext {
  readonly strict: boolean;
  readonly context: JsonNode;
  readonly variables: Readonly<Record<string, JsonNode>>;
  /** `@` of the enclosing filter. */
  readonly current: JsonNode | null;
  /** `last` of the enclosing subscript. */
  readonly last: number | null;
}

/** The path can't be evaluated on this value; ON ERROR applies. */
class PathError extends Error {}

const fail = (message: string): never => {
  throw new PathError(message);
};

const scalar = (text: string): JsonNode => ({ kind: "scalar", text });
const isNumber = (node: JsonNode): boolean => node.kind === "scalar" && /^[-\d]/.test(node.text);
const isString = (node: JsonNode): boolean => node.kind === "scalar" && node.text.startsWith('"');
const stringOf = (node: JsonNode): string => JSON.parse((node as { text: string }).text) as string;

/** Integers are 64-bit, other numbers doubles. */
function numberOf(node: JsonNode): bigint | number {
  if (node.kind !== "scalar" || !isNumber(node)) return fail("a number is expected");
  return isFraction(node.text) ? Number(node.text) : BigInt(node.text);
}

function numberNode(value: bigint | number): JsonNode {
  if (typeof value === "bigint")
    return value === BigInt.asIntN(64, value) ? scalar(String(value)) : fail("a number is out of range");
  return Number.isFinite(value) ? scalar(doubleText(value)) : fail("a number is out of range");
}

const elementsOf = (node: JsonNode): readonly JsonNode[] => (node.kind === "array" ? node.items : [node]);

/** In lax mode arrays are unwrapped to their elements. */
const unwrapped = (nodes: readonly JsonNode[], { strict }: PathContext): readonly JsonNode[] =>
  strict ? nodes : nodes.flatMap(elementsOf);

function membersOf(path: JsonPath, place: PathContext): ReadonlyMap<string, JsonNode>[] {
  return unwrapped(items(path, place), place).flatMap((node) =>
    node.kind === "object" ? [node.members] : place.strict ? fail("the value is not an object") : [],
  );
}

function single(nodes: readonly JsonNode[]): JsonNode {
  return nodes.length === 1 ? nodes[0]! : fail("expected a single value");
}

function descendants(node: JsonNode, name: string): JsonNode[] {
  if (node.kind === "scalar") return [];
  if (node.kind === "array") return node.items.flatMap((item) => descendants(item, name));
  return [...node.members].flatMap(([key, member]) => [
    ...(key === name ? [member] : []),
    ...descendants(member, name),
  ]);
}

function subscript(path: Extract<JsonPath, { kind: "subscript" }>, place: PathContext): JsonNode[] {
  return items(path.of, place).flatMap((node) => {
    if (place.strict && node.kind !== "array") fail("the value is not an array");
    const elements = elementsOf(node);
    const at = (index: JsonPath): number => {
      const indexItems = items(index, { ...place, last: elements.length - 1 });
      const number = Number(numberOf(single(unwrapped(indexItems, place))));
      return Math.sign(number) * Math.round(Math.abs(number));
    };
    return path.ranges.flatMap(({ from, to }) => {
      const low = at(from);
      const high = to === null ? low : at(to);
      if (place.strict && (low < 0 || high >= elements.length || low > high))
        fail("the array has no such element");
      return elements.slice(Math.max(0, low), Math.max(0, high + 1));
    });
  });
}

function arithmetic(op: string, left: JsonNode, right: JsonNode): JsonNode {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (typeof a === "bigint" && typeof b === "bigint") {
    if (b === 0n && (op === "/" || op === "%")) return fail("division by zero");
    const results: Record<string, () => bigint> = {
      "+": () => a + b,
      "-": () => a - b,
      "*": () => a * b,
      "/": () => a / b,
      "%": () => a % b,
    };
    return numberNode(results[op]!());
  }
  const [x, y] = [Number(a), Number(b)];
  const results: Record<string, number> = { "+": x + y, "-": x - y, "*": x * y, "/": x / y, "%": x % y };
  return numberNode(results[op]!);
}

const TYPES: Readonly<Record<string, string>> = { t: "boolean", f: "boolean", n: "null", '"': "string" };

function method(name: string, node: JsonNode, id: number): readonly JsonNode[] {
  switch (name) {
    case "type": {
      const type = node.kind === "scalar" ? (TYPES[node.text[0]!] ?? "number") : node.kind;
      return [scalar(JSON.stringify(type))];
    }
    case "keyvalue":
      if (node.kind !== "object") return fail("the value is not an object");
      return [...node.members].map(([key, value]): JsonNode => ({
        kind: "object",
        members: new Map([['"name"', scalar(key)], ['"value"', value], ['"id"', scalar(String(id))]]),
      })); // prettier-ignore
    case "double": {
      const value = isString(node) ? Number(stringOf(node).trim() || "x") : Number(numberOf(node));
      return [numberNode(value)];
    }
    default: {
      const value = numberOf(node);
      if (typeof value === "bigint") return [numberNode(name === "abs" && value < 0n ? -value : value)];
      const round = name === "abs" ? Math.abs : name === "floor" ? Math.floor : Math.ceil;
      return [numberNode(round(value))];
    }
  }
}

function items(path: JsonPath, place: PathContext): readonly JsonNode[] {
  switch (path.kind) {
    case "context":
      return [place.context];
    case "current":
      return place.current === null ? fail("@ is allowed only in a filter") : [place.current];
    case "last":
      return place.last === null ? fail("last is allowed only in a subscript") : [scalar(String(place.last))];
    case "variable":
      return Object.hasOwn(place.variables, path.name) ? [place.variables[path.name]!] : [];
    case "literal":
      return [readNode(path.text)];
    case "member": {
      const name = JSON.stringify(path.name);
      return membersOf(path.of, place).flatMap(
        (members) => members.get(name) ?? (place.strict ? fail(`there is no ${name}`) : []),
      );
    }
    case "values":
      return membersOf(path.of, place).flatMap((members) => [...members.values()]);
    case "descendants":
      return items(path.of, place).flatMap((node) => descendants(node, JSON.stringify(path.name)));
    case "elements":
      return items(path.of, place).flatMap((node) =>
        place.strict && node.kind !== "array" ? fail("the value is not an array") : elementsOf(node),
      );
    case "subscript":
      return subscript(path, place);
    case "filter":
      return unwrapped(items(path.of, place), place).filter(
        (current) => holds(path.by, { ...place, current }) === true,
      );
    case "method":
      if (path.name === "size")
        return items(path.of, place).map((node) =>
          place.strict && node.kind !== "array" ? fail("the value is not an array") : scalar(String(elementsOf(node).length)),
        ); // prettier-ignore
      return (path.name === "type" ? items(path.of, place) : unwrapped(items(path.of, place), place)).flatMap(
        (node, i) => method(path.name, node, i),
      );
    case "negate":
      return unwrapped(items(path.of, place), place).map((node) => numberNode(-numberOf(node)));
    case "arithmetic": {
      const [left, right] = [path.left, path.right].map((side) =>
        single(unwrapped(items(side, place), place)),
      );
      return [arithmetic(path.op, left!, right!)];
    }
  }
}

/** Null if unknown. */
function holds(predicate: Predicate, place: PathContext): boolean | null {
  switch (predicate.kind) {
    case "and": {
      const [a, b] = [holds(predicate.left, place), holds(predicate.right, place)];
      return a === false || b === false ? false : a === null || b === null ? null : true;
    }
    case "or": {
      const [a, b] = [holds(predicate.left, place), holds(predicate.right, place)];
      return a === true || b === true ? true : a === null || b === null ? null : false;
    }
    case "not": {
      const inner = holds(predicate.of, place);
      return inner === null ? null : !inner;
    }
    case "unknown":
      return holds(predicate.of, place) === null;
    case "exists":
      return attempt(() => items(predicate.of, place).length > 0);
    case "startsWith":
      return attempt(() => {
        const start = single(unwrapped(items(predicate.start, place), place));
        if (!isString(start)) fail("a text is expected");
        return some(unwrapped(items(predicate.of, place), place), place, (node) =>
          isString(node) ? stringOf(node).startsWith(stringOf(start)) : null,
        );
      });
    case "compare":
      return attempt(() => {
        const [left, right] = [predicate.left, predicate.right].map((side) =>
          unwrapped(items(side, place), place),
        );
        const pairs = left!.flatMap((a) => right!.map((b) => [a, b] as const));
        return some(pairs, place, ([a, b]) => compare(predicate.op, a, b));
      });
  }
}

function attempt(test: () => boolean | null): boolean | null {
  try {
    return test();
  } catch (error) {
    if (error instanceof PathError) return null;
    throw error;
  }
}

/** Whether any passes. If one test is unknown, so is the result; in lax mode only if none passes. */
function some<T>(
  all: readonly T[],
  { strict }: PathContext,
  test: (one: T) => boolean | null,
): boolean | null {
  const results = all.map(test);
  if (results.includes(null) && (strict || !results.includes(true))) return null;
  return results.includes(true);
}

function compare(op: string, a: JsonNode, b: JsonNode): boolean | null {
  if (a.kind !== "scalar" || b.kind !== "scalar") return null;
  const [x, y] = [valueOf(a), valueOf(b)];
  const areNumbers = isNumber(a) && isNumber(b);
  const comparable = x === null || y === null || areNumbers || typeof x === typeof y;
  if (!comparable) return null;
  switch (op) {
    case "==":
      return x == y;
    case "<>":
    case "!=":
      return x != y;
    default: {
      if (x === null || y === null) return false;
      return op === "<" ? x < y : op === "<=" ? x <= y : op === ">" ? x > y : x >= y;
    }
  }
}

const valueOf = (node: JsonNode): bigint | number | string | boolean | null =>
  isNumber(node) ? numberOf(node) : (JSON.parse((node as { text: string }).text) as string | boolean | null);

/** The items that a path selects in a JSON text, as JSON. Null if the path can't be evaluated. */
export function pathItems(
  text: string,
  { path, strict }: ParsedPath,
  variables: Readonly<Record<string, JsonNode>>,
): string[] | null {
  try {
    const place = { strict, context: readNode(text), variables, current: null, last: null };
    return items(path, place).map((node) => write(settled(node), false));
  } catch (error) {
    if (error instanceof PathError) return null;
    throw error;
  }
}
