// This folder: calls in expressions: functions of op, those of JavaScript, and methods of values.

import { op } from "arquero";
import type { ExpressionReader } from "../expression-reader.ts";
import { methodCall } from "./method-call.ts";
import { COLUMN_METHODS } from "./methods.ts";
import { numeric } from "../operators.ts";
import { argumentParts, functionCallOf, isAggregate, type OpFunction } from "./op-call.ts";
import { checkedOf, part, strict, valueOf, type ExpressionNode, type Part } from "../part.ts";
import {
  calledParameter,
  calledValue,
  noStatic,
  refuseArithmetic,
  refuseText,
  unnamedFunction,
  Unreadable,
} from "../expression-refusals.ts";
import { STATICS, STATIC_OBJECTS, staticName } from "./statics.ts";

/** A call: a function of `op`, one of JavaScript's own such as `Math.hypot`, or a method of a value. */
export function callPart(expression: ExpressionReader, node: ExpressionNode): Part {
  const callee = lastOf(node["callee"] as ExpressionNode);
  const nodes = node["arguments"] as ExpressionNode[];
  const source = expression.textOf(node);
  if (callee.type === "Identifier") {
    const name = callee["name"] as string;
    if (expression.names.isVariable(name)) throw calledValue(name, source);
    const own = STATICS.get(name);
    return own !== undefined && !isOfOp(name)
      ? staticCall(expression, name, nodes, source)
      : functionCallOf(expression, name, null, nodes, source);
  }
  if (callee.type !== "MemberExpression") throw new Unreadable();
  const object = callee["object"] as ExpressionNode;
  const property = callee["property"] as ExpressionNode;
  const name = property[callee["computed"] === true ? "value" : "name"];
  if (typeof name !== "string") throw unnamedFunction(source);
  if (object.type === "Identifier" && !expression.names.isVariable(object["name"] as string)) {
    const owner = object["name"] as string;
    if (STATIC_OBJECTS.has(owner)) return staticCall(expression, `${owner}.${name}`, nodes, source);
    if (owner === "op") return functionCallOf(expression, name, null, nodes, source);
  }
  if (expression.names.isParams(object)) throw calledParameter(source);
  const value = namespaceOrValue(expression, object, name);
  if (value === null) return functionCallOf(expression, name, null, nodes, source);
  return methodCall(expression, {
    value,
    name,
    args: argumentParts(expression, nodes),
    source,
    callOp: (opName) => functionCallOf(expression, opName, value, nodes, source),
  });
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
    if (expression.names.isUnseen(root)) return null;
  }
  const named = COLUMN_METHODS.get(name) ?? name;
  const implementation = Reflect.get(op, named) as OpFunction | undefined;
  const ofMany = implementation !== undefined && !isMethod(name) && isAggregate(named, implementation);
  // An object that the expression can't see is `op` under another name, if the function is not also a method of lists or texts.
  if (expression.names.isUnseen(object) && isOfOp(name) && !isMethod(name)) return null;
  return ofMany
    ? expression.names.within(expression.textOf(object), () => expression.part(object))
    : expression.part(object);
}

const isMethod = (name: string): boolean =>
  [String, Array, Number, Date, Map, Set].some(({ prototype }) => name in prototype);

/** Whether Arquero has a function of this name, or one was added. */
const isOfOp = (name: string): boolean => Object.hasOwn(op, name);

function staticCall(
  expression: ExpressionReader,
  name: string,
  nodes: readonly ExpressionNode[],
  source: string,
): Part {
  const member = STATICS.get(name);
  if (member === undefined) throw noStatic(name);
  const args = argumentParts(expression, nodes);
  const parts = name.startsWith("Math.") ? args.map((one) => numeric(name, one, source)) : args;
  if (name === "String") parts.forEach(refuseText);
  if (name === "Number") for (const one of parts) refuseArithmetic("+", one, source);
  const called = name === "String" ? "svc_text" : staticName(name);
  const write = (...codes: string[]): string => `op.${called}(${codes.join(",")})`;
  if (member.takesNull === true)
    return part(write(...parts.map(valueOf)), member.kind, source, { loose: member.kind === "unknown" });
  const loose = member.kind === "unknown" ? { loose: true } : {};
  return { ...strict(checkedOf(parts), expression.places, write, { kind: member.kind, source }), ...loose };
}
