import { kindWord } from "./column-kind.ts";
import { ExpressionError, isNullConstant, part, strict, valueOf, type Part, type Places } from "./part.ts";

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

/** Refuses comparisons that are false, or at random, for all values. */
function refuseMixed(operator: string, left: Part, right: Part, source: string): void {
  const [one, other] = [groupOf(left), groupOf(right)];
  if (one === null || other === null || one === other) return;
  const groups = [one, other];
  if (groups.includes("number") && [left, right].some(({ kind }) => kind === "date")) return;
  const fixed = [left, right].find(({ constant }) => constant !== undefined);
  const isText = fixed?.kind === "text";
  // A text may be that of a time, an interval or a decimal; for other operators, JavaScript makes a number of it.
  if (isText && (groups.includes("time") || groups.includes("interval"))) return;
  if (fixed !== undefined && groups.includes("number") && groups.includes("text")) {
    if (operator.length < 3 || (isText && [left, right].some(({ kind }) => kind === "decimal"))) return;
  }
  throw new ExpressionError(
    `${source} compares ${kindWord(left.kind)} with ${kindWord(right.kind)}${hint(left, right)}`,
  );
}

function groupOf({ kind }: Part): string | null {
  if (/^(?:number|bigint|numbers|decimal)$/.test(kind)) return "number";
  if (kind === "text" || kind === "json") return "text";
  if (kind === "date" || kind === "zoned") return "time";
  return /^(?:interval|bytes|list|object)$/.test(kind) ? kind : null;
}

function hint(left: Part, right: Part): string {
  const [texts, other] = groupOf(left) === "text" ? [left, right] : [right, left];
  if (groupOf(texts) !== "text") return "";
  if (groupOf(other) === "number") {
    const value = texts.constant?.value;
    if (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)))
      return `; write ${Number(value)}`;
    return `; write +${texts.source} for the number`;
  }
  return groupOf(other) === "time" ? `; write op.parse_date(${texts.source}) for the time` : "";
}
