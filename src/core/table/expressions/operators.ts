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
  if (operator !== "!") refuseArithmetic(operator, of, source);
  const kind = operator === "!" ? "boolean" : of.kind === "bigint" ? "bigint" : "number";
  const facts =
    typeof of.constant?.value === "number" && operator === "-"
      ? { constant: { value: -of.constant.value } }
      : {};
  return strict([of], expression.places, (code) => `(${operator}${code ?? ""})`, { kind, source, ...facts });
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
  const operands = [left, right];
  const write = (one?: string, other?: string): string => `(${one ?? ""}${operator}${other ?? ""})`;
  const isSum = operator === "+";
  const texts = operands.some(({ kind }) => /^(?:text|json|zoned)$/.test(kind));
  for (const one of operands) {
    if (isSum && one.kind === "date") refuseText(one);
    if (!(isSum && texts)) refuseArithmetic(operator, one, source);
  }
  if (isSum && !texts) refuseDecimalSum(operands);
  if (isSum && operands.some(({ kind }) => /^(?:unknown|list|object|bytes)$/.test(kind)))
    return strict(operands, expression.places, (one, other) => `op.svc_plus(${one ?? ""},${other ?? ""})`, {
      kind: texts ? "text" : "unknown",
      source,
    });
  const kind: ValueKind =
    isSum && texts ? "text" : operands.some((one) => one.kind === "bigint") ? "numbers" : "number";
  return strict(operands, expression.places, write, { kind, source });
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
