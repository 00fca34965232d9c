import { isNullConstant, part, strict, valueOf, type Part, type Places } from "./part.ts";
import { refuseMixed } from "./expression-refusals.ts";

const NUMERIC = /^(?:number|bigint|numbers|boolean)$/;
/** Kinds of values that are compared by a key of their type. */
const KEYED = /^(?:decimal|interval|zoned)$/;
const PLAIN = /^(?:number|text|boolean|json)$/;

/**
 * A comparison by value, null if one side is null. `===` and `==` with the constants null and undefined ask whether the value is missing.
 *
 * @param operator - `===`, `!=`, `<` and similar.
 */
export function comparison(operator: string, left: Part, right: Part, places: Places, source: string): Part {
  const equality = /^[=!]==?$/.test(operator);
  if (isNullConstant(left) || isNullConstant(right)) {
    if (!equality) return part("null", "boolean", source, { loose: true, constant: { value: null } });
    const other = isNullConstant(left) ? right : left;
    return part(`(${valueOf(other)}${operator.slice(0, 2)}null)`, "boolean", source);
  }
  refuseMixed(operator, left, right, source);
  const facts = { kind: "boolean", source } as const;
  const binary = (one: string, sign: string, other: string): string => `(${one}${sign}${other})`;
  const kinds = [left, right].map(({ kind }) => kind);
  const loose = equality ? operator.slice(0, 2) : operator;
  const keyed = [left, right].find(({ kind, constant }) => KEYED.test(kind) && constant === undefined);
  if (keyed !== undefined) {
    const key = (code: string, { kind, type }: Part): string =>
      `op.svc_order(${JSON.stringify(KEYED.test(kind) ? (type ?? keyed.type ?? kind) : (keyed.type ?? kind))},${code})`;
    return strict([left, right], places, (a, b) => binary(key(a, left), loose, key(b, right)), facts);
  }
  if (kinds.includes("date")) {
    const instant = (code: string, { kind }: Part): string =>
      kind === "date" ? `(+${code})` : `op.svc_instant(${code})`;
    return strict([left, right], places, (a, b) => binary(instant(a, left), loose, instant(b, right)), facts);
  }
  if (kinds.every((kind) => NUMERIC.test(kind)) && kinds.some((kind) => /^(?:bigint|numbers)$/.test(kind)))
    return strict([left, right], places, (a, b) => binary(a, loose, b), facts);
  if (kinds.every((kind) => PLAIN.test(kind)))
    return strict([left, right], places, (a, b) => binary(a, operator, b), facts);
  if (equality) {
    const name = operator.length === 3 ? "svc_equal" : "svc_like";
    const not = operator.startsWith("!") ? "!" : "";
    return strict([left, right], places, (a, b) => `(${not}op.${name}(${a ?? ""},${b ?? ""}))`, facts);
  }
  return strict(
    [left, right],
    places,
    (a, b) => `(op.svc_compare(${a ?? ""},${b ?? ""})${operator}0)`,
    facts,
  );
}
