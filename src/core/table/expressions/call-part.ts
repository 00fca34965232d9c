import { op } from "arquero";
import { Unreadable, refuseText, type ExpressionReader, type ExpressionNode } from "./expression-reader.ts";
import { methodCall } from "./method-call.ts";
import { COLUMN_METHODS } from "./methods.ts";
import { comparison } from "./comparison.ts";
import {
  ANEW,
  ASKS,
  FUNCTION_KINDS,
  INEXACT,
  NULL_FOR_NULL,
  NUMBERS,
  OF_TEXT,
  PICKS,
} from "./op-functions.ts";
import { ExpressionError, isNullConstant, part, strict, valueOf, type Part } from "./part.ts";
import { TIME_PARTS } from "./time-parts.ts";
import { STATICS, STATIC_OBJECTS, staticName } from "./statics.ts";

/** A call: a function of `op`, one of JavaScript's own such as `Math.hypot`, or a method of a value. */
export function callPart(expression: ExpressionReader, node: ExpressionNode): Part {
  const callee = lastOf(node["callee"] as ExpressionNode);
  const nodes = node["arguments"] as ExpressionNode[];
  const source = expression.textOf(node);
  if (callee.type === "Identifier") {
    const name = callee["name"] as string;
    if (expression.variables.has(name))
      throw new ExpressionError(`${name} is a value, not a function: ${source}`);
    const own = STATICS.get(name);
    return own !== undefined && !isOfOp(name)
      ? staticCall(expression, name, nodes, source)
      : functionCallOf(expression, name, null, nodes, source);
  }
  if (callee.type !== "MemberExpression") throw new Unreadable();
  const object = callee["object"] as ExpressionNode;
  const property = callee["property"] as ExpressionNode;
  const name = property[callee["computed"] === true ? "value" : "name"];
  if (typeof name !== "string")
    throw new ExpressionError(
      `the function in ${source} has no name that is written; any code goes inside escape(d => ...)`,
    );
  if (object.type === "Identifier" && !expression.variables.has(object["name"] as string)) {
    const owner = object["name"] as string;
    if (STATIC_OBJECTS.has(owner)) return staticCall(expression, `${owner}.${name}`, nodes, source);
    if (owner === "op") return functionCallOf(expression, name, null, nodes, source);
  }
  if (expression.isParams(object))
    throw new ExpressionError(`${source} calls a parameter; any code goes inside escape(d => ...)`);
  const value = namespaceOrValue(expression, object, name);
  if (value === null) return functionCallOf(expression, name, null, nodes, source);
  return methodCall(expression, value, name, argumentParts(expression, nodes), source, (called, first) =>
    functionCallOf(expression, called, first, nodes, source),
  );
}

/** What TypeScript makes of `mean(x)` with an imported `mean`: `(0, arquero_1.mean)(x)`. */
function lastOf(node: ExpressionNode): ExpressionNode {
  if (node.type !== "SequenceExpression") return node;
  return (node["expressions"] as ExpressionNode[]).at(-1) as ExpressionNode;
}

/** The value whose method is called; null for a module's object with functions, such as `aq.op` or `arquero_1.op`. */
function namespaceOrValue(expression: ExpressionReader, object: ExpressionNode, name: string): Part | null {
  if (object.type === "MemberExpression" && (object["property"] as ExpressionNode)["name"] === "op") {
    let root = object["object"] as ExpressionNode;
    while (root.type === "MemberExpression") root = root["object"] as ExpressionNode;
    if (expression.isUnseen(root)) return null;
  }
  const named = COLUMN_METHODS.get(name) ?? name;
  const made = Reflect.get(op, named) as Made | undefined;
  const ofMany = made !== undefined && !isMethod(name) && isAggregate(named, made);
  // An object that the expression can't see is `op` under another name, if the function is not also a method of lists or texts.
  if (expression.isUnseen(object) && isOfOp(name) && !isMethod(name)) return null;
  return ofMany ? expression.within(() => expression.part(object)) : expression.part(object);
}

const isMethod = (name: string): boolean =>
  [String, Array, Number, Date, Map, Set].some(({ prototype }) => name in prototype);

/** Whether Arquero has a function of this name, or one was added. */
const isOfOp = (name: string): boolean => Object.hasOwn(op, name);

function argumentParts(expression: ExpressionReader, nodes: readonly ExpressionNode[]): Part[] {
  return nodes.map((node) => {
    if (/Function/.test(node.type))
      throw new ExpressionError(
        `functions inside of expressions are not supported: ${expression.textOf(node)}; any code goes inside escape(d => ...)`,
      );
    if (node.type !== "SpreadElement") return expression.part(node);
    const list = expression.part(node["argument"] as ExpressionNode);
    return { ...list, code: `...${list.code}`, loose: false, checked: list.loose ? [] : list.checked };
  });
}

/** Arguments that make the call null if they are null: all but those that are written as null or undefined. */
const checkedOf = (parts: readonly Part[]): Part[] =>
  parts.map((one) => (isNullConstant(one) ? { ...one, loose: false, checked: [] } : one));

function staticCall(
  expression: ExpressionReader,
  name: string,
  nodes: readonly ExpressionNode[],
  source: string,
): Part {
  const member = STATICS.get(name);
  if (member === undefined)
    throw new ExpressionError(
      `expressions have no ${name}; use a function of op, or any code inside escape(d => ...)`,
    );
  const parts = argumentParts(expression, nodes);
  if (name === "String") parts.forEach(refuseText);
  const write = (...codes: string[]): string => `op.${staticName(name)}(${codes.join(",")})`;
  if (member.takesNull === true)
    return part(write(...parts.map(valueOf)), member.kind, source, { loose: member.kind === "unknown" });
  const loose = member.kind === "unknown" ? { loose: true } : {};
  return { ...strict(checkedOf(parts), expression.places, write, { kind: member.kind, source }), ...loose };
}

/** @param first - The value whose method the call was written as, if it was. */
export function functionCallOf(
  expression: ExpressionReader,
  name: string,
  first: Part | null,
  nodes: readonly ExpressionNode[],
  source: string,
): Part {
  const made = Reflect.get(op, name) as Made | undefined;
  if (made === undefined) throw new Unreadable();
  const ofMany = isAggregate(name, made);
  const parts = ofMany
    ? expression.within(() => argumentParts(expression, nodes))
    : argumentParts(expression, nodes);
  if (first !== null) parts.unshift(first);
  return ofMany ? aggregate(name, parts, source) : scalar(expression, name, parts, source);
}

type Made = (...args: unknown[]) => unknown;

/** Arquero's aggregates and window functions are called for their description, an object with fields; others for a value. */
function isAggregate(name: string, made: Made): boolean {
  return !FUNCTION_KINDS.has(name) && !NULL_FOR_NULL.has(name) && !ASKS.has(name) && describes(made);
}

const described = new WeakMap<object, boolean>();

function describes(made: Made): boolean {
  const cached = described.get(made);
  if (cached !== undefined) return cached;
  let result: unknown;
  try {
    result = made();
  } catch {
    result = null;
  }
  const is =
    typeof result === "object" &&
    result !== null &&
    Object.hasOwn(result, "fields") &&
    Object.hasOwn(result, "params");
  described.set(made, is);
  return is;
}

function aggregate(name: string, parts: readonly Part[], source: string): Part {
  const [first] = parts;
  if (first !== undefined && INEXACT.test(name) && first.kind === "bigint")
    throw new ExpressionError(
      `op.${name} does not take the BigInts of ${first.source}, which mix with no numbers; write op.${name}(op.parse_float(${first.column === undefined ? first.source : `d[${JSON.stringify(first.column.name)}]`})${name === "quantile" ? ", 0.5" : ""})`,
    );
  if (first?.kind === "interval" && (INEXACT.test(name) || /^(?:sum|product)$/.test(name)))
    throw new ExpressionError(
      `op.${name} has no sum of the intervals ${first.source}, which are texts; compute it in the query`,
    );
  const codes = parts.map(valueOf);
  if (first?.kind === "decimal" && /^(?:median|quantile|bins)$/.test(name))
    codes[0] = `(${codes[0] ?? ""}==null?null:+${first.code})`;
  let called = name;
  if (
    /^(?:min|max)$/.test(name) &&
    first !== undefined &&
    !/^(?:number|bigint|text|boolean|date)$/.test(sortKind(first))
  ) {
    called = `svc_${name}`;
    codes[1] = JSON.stringify(first.type ?? "");
  }
  if (name === "distinct") called = "svc_distinct";
  const own = `op.${called}(${codes.join(",")})`;
  // In a pivot, Arquero takes the rows of other keys for invalid ones.
  const code = name === "invalid" ? `((op.count()??0)-(op.valid(${codes.join(",")})??0))` : own;
  if (PICKS.test(name) && first !== undefined)
    return { ...first, code, source, checked: [code], whole: undefined, loose: false, picked: true };
  const kind = NUMBERS.test(name)
    ? first?.kind === "bigint" && /^(?:sum|product)$/.test(name)
      ? "bigint"
      : "number"
    : "unknown";
  return part(code, kind, source, { checked: [code] });
}

/** The kind that a value is sorted as: texts of times and addresses are not sorted as texts. */
const sortKind = ({ kind, type }: Part): string =>
  kind === "text" && /^(?:ipaddress|date|timestamp)/i.test(type ?? "") ? "typed" : kind;

function scalar(expression: ExpressionReader, name: string, parts: readonly Part[], source: string): Part {
  const [first, second] = parts;
  if (name === "equal" && first !== undefined && second !== undefined)
    return comparison("===", first, second, expression.places, source);
  if (OF_TEXT.has(name) && first !== undefined) refuseText(first);
  const kind =
    FUNCTION_KINDS.get(name) ??
    (/^(?:greatest|least|reverse|slice)$/.test(name) ? (first?.kind ?? "unknown") : "unknown");
  const called = ANEW.get(name) ?? name;
  const plain = (...codes: string[]): string => `op.${called}(${codes.join(",")})`;
  if (/^(?:greatest|least)$/.test(name) && parts.some((one) => one.kind !== "number")) {
    const type = JSON.stringify(parts.find((one) => one.type !== undefined)?.type ?? "");
    const kinds = new Set(parts.map((one) => one.kind));
    return strict(parts, expression.places, (...codes) => `op.svc_${name}(${[type, ...codes].join(",")})`, {
      kind: kinds.size === 1 ? kind : "unknown",
      source,
    });
  }
  if (name === "bin" && first !== undefined) {
    const rest = parts.slice(1).map((one) => (one.code.startsWith("...") ? one.code : valueOf(one)));
    return strict([first], expression.places, (code) => plain(code ?? "", ...rest), { kind, source });
  }
  const utc = name.replace(/^utc/, "");
  if (TIME_PARTS.includes(utc) && first !== undefined) {
    const zone = name === utc ? JSON.stringify(first.zone ?? null) : null;
    if (name === "utcweek")
      return strict(
        checkedOf(parts),
        expression.places,
        (...codes) => `op.svc_week(${codes[0] ?? ""},null,${codes[1] ?? "0"})`,
        { kind, source },
      );
    return strict(
      checkedOf(parts),
      expression.places,
      (code, ...more) => `op.svc_${name}(${[code, ...(zone === null ? [] : [zone]), ...more].join(",")})`,
      { kind, source },
    );
  }
  if (name === "format_date" && first !== undefined)
    return strict(
      checkedOf(parts),
      expression.places,
      (code, ...more) =>
        `op.svc_format_date(${[code, JSON.stringify(first.zone ?? null), ...more].join(",")})`,
      { kind, source },
    );
  if (name === "includes" && second?.type !== undefined && /^(?:decimal|interval|zoned)$/.test(second.kind))
    return strict(
      checkedOf(parts.slice(0, 2)),
      expression.places,
      (list, value) => `op.svc_typed_includes(${list ?? ""},${value ?? ""},${JSON.stringify(second.type)})`,
      { kind, source },
    );
  if (!NULL_FOR_NULL.has(name) || ASKS.has(name))
    return part(
      plain(...parts.map((one) => (one.code.startsWith("...") ? one.code : valueOf(one)))),
      kind,
      source,
      { loose: kind === "unknown" },
    );
  const made = strict(checkedOf(parts), expression.places, plain, { kind, source });
  return kind === "unknown" || /^(?:match|parse_json)$/.test(name) ? { ...made, ...looseOf(made) } : made;
}

/** What may be null although no argument is: the value is needed whole. */
const looseOf = (made: Part): Pick<Part, "code" | "checked" | "loose"> => ({
  code: valueOf(made),
  checked: [],
  loose: true,
});
