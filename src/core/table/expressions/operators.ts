import type { ValueKind } from "./column-kind.ts";
import { comparison } from "./comparison.ts";
import type { ExpressionReader } from "./expression-reader.ts";
import { mayBeNull, missing, part, strict, valueOf, type ExpressionNode, type Part } from "./part.ts";
import {
  noInstanceof,
  refuseArithmetic,
  refuseDecimalSum,
  refuseText,
  Unreadable,
} from "./expression-refusals.ts";

/** An operator before a value. */
export function unaryPart(expression: ExpressionReader, operator: string, of: Part, source: string): Part {
  if (operator === "typeof") return part(`op.svc_typeof(${valueOf(of)})`, "text", source);
  if (operator === "void")
    return part("undefined", "unknown", source, { loose: true, constant: { value: undefined } });
  if (!/^[-+!~]$/.test(operator)) throw new Unreadable();
  const operand = operator === "!" || operator === "+" ? of : numeric(operator, of, source);
  if (operator === "+") refuseArithmetic("+", of, source);
  const kind = operator === "!" ? "boolean" : of.kind === "bigint" ? "bigint" : "number";
  const facts =
    typeof of.constant?.value === "number" && operator === "-"
      ? { constant: { value: -of.constant.value } }
      : {};
  return strict([operand], expression.places, (code) => `(${operator}${code ?? ""})`, {
    kind,
    source,
    ...facts,
  });
}

/** An operator between two values, null if one of them is. */
export function binaryPart(
  expression: ExpressionReader,
  operator: string,
  left: Part,
  right: Part,
  source: string,
): Part {
  if (/^(?:[=!]==?|[<>]=?)$/.test(operator))
    return comparison(operator, left, right, expression.places, source);
  if (operator === "in")
    return strict([left, right], expression.places, (key, object) => `op.has(${object ?? ""},${key ?? ""})`, {
      kind: "boolean",
      source,
    });
  if (operator === "instanceof") throw noInstanceof(source);
  const write = (one?: string, other?: string): string => `(${one ?? ""}${operator}${other ?? ""})`;
  const kind: ValueKind = [left, right].some((one) => one.kind === "bigint") ? "numbers" : "number";
  if (operator === "+") return sum(expression, [left, right], write, kind, source);
  const operands = [left, right].map((one) => numeric(operator, one, source));
  return strict(operands, expression.places, write, { kind, source });
}

/** A sum, or the text of both if one of them is a text. */
function sum(
  expression: ExpressionReader,
  operands: readonly Part[],
  write: (one?: string, other?: string) => string,
  ofNumbers: ValueKind,
  source: string,
): Part {
  const isText = operands.some(({ kind }) => kind === "text");
  operands.forEach(refuseText);
  if (!isText) {
    for (const one of operands) refuseArithmetic("+", one, source);
    refuseDecimalSum(operands);
  }
  if (!operands.some(({ kind }) => kind === "unknown"))
    return strict(operands, expression.places, write, { kind: isText ? "text" : ofNumbers, source });
  const called = isText ? "svc_join" : "svc_plus";
  return strict(operands, expression.places, (one, other) => `op.${called}(${one ?? ""},${other ?? ""})`, {
    kind: isText ? "text" : "unknown",
    source,
  });
}

/** An operand that is a number, as code that fails for a value of an unknown kind that is none. @throws ExpressionError for other kinds. */
export function numeric(operator: string, operand: Part, source: string): Part {
  refuseArithmetic(operator, operand, source);
  if (operand.kind !== "unknown" || operand.constant !== undefined || operand.code.startsWith("..."))
    return operand;
  return { ...operand, code: `op.svc_number(${operand.code})` };
}

/** `&&`, `||` and `??`: null is neither true nor false, and the other side is computed where it counts. */
export function logicalPart(
  expression: ExpressionReader,
  operator: string,
  left: ExpressionNode,
  right: ExpressionNode,
  source: string,
): Part {
  const [one, other] = [expression.part(left), expression.part(right)] as const;
  const facts = { type: one.type ?? other.type };
  if (operator === "??") {
    if (!mayBeNull(one)) return one;
    return part(`(${valueOf(one)}??${valueOf(other)})`, oneKind([one, other]), source, {
      ...facts,
      loose: mayBeNull(other),
    });
  }
  const kind = oneKind([one, other]);
  if (!mayBeNull(one))
    return part(`(${valueOf(one)}${operator}${valueOf(other)})`, kind, source, {
      ...facts,
      loose: mayBeNull(other),
    });
  const called = operator === "&&" ? "op.svc_and" : "op.svc_or";
  const second = valueOf(other);
  // Written twice, which would double with each level of nesting.
  if (!one.loose && second.length < MAX_TWICE) {
    const code = `(${missing(one.checked)}?${called}(null,${second}):${one.code}${operator}${second})`;
    return part(code, kind, source, { ...facts, loose: true });
  }
  // The other side is computed only where it counts, as it may fail where the first says no.
  const place = expression.places.next();
  const held = `op.svc_held(${place})`;
  const asks =
    operator === "&&"
      ? `${held}||${held}==null?${valueOf(other)}:undefined`
      : `${held}?undefined:${valueOf(other)}`;
  return part(
    `op.svc_${operator === "&&" ? "and" : "or"}(op.svc_hold(${place},${valueOf(one)}),${asks})`,
    kind,
    source,
    { ...facts, loose: true },
  );
}

/** The kind of values of several parts. */
export const oneKind = (parts: readonly Part[]): ValueKind => {
  const kinds = new Set(
    parts.filter(({ constant }) => constant === undefined || constant.value !== null).map(({ kind }) => kind),
  );
  return kinds.size === 1 ? ([...kinds][0] as ValueKind) : "unknown";
};

/** Characters of code that is written twice. */
const MAX_TWICE = 200;
