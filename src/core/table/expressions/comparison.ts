import { memberType } from "../../wire/service-type.ts";
import { valueOrderOf } from "../value-order.ts";
import { isKeyed } from "./column-kind.ts";
import { isNullConstant, part, strict, valueOf, type Part, type Places } from "./part.ts";
import { noTime } from "./expression-refusals.ts";
import { timeOfValue, textOfTime } from "./read-time.ts";
import { refuseMixed } from "./refuse-mixed.ts";

const NUMERIC = /^(?:number|bigint|numbers|boolean)$/;
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
  if (kinds.includes("date")) {
    const instant = (code: string, { kind, constant }: Part): string =>
      kind === "date"
        ? `(+${code})`
        : typeof constant?.value === "string"
          ? `(${instantOf(constant.value)})`
          : `op.svc_instant(${code})`;
    return strict([left, right], places, (a, b) => binary(instant(a, left), loose, instant(b, right)), facts);
  }
  const keyed = [left, right].find(({ kind, constant }) => isKeyed(kind) && constant === undefined);
  if (keyed !== undefined) {
    const sides = [left, right].map((one) => (keyed.kind === "moment" ? asTime(one, keyed.type) : one));
    const width = Math.max(...sides.map((one) => one.width ?? NaN));
    const key = (code: string, { kind, type, width: own = NaN }: Part): string =>
      Number.isNaN(width)
        ? `op.svc_order(${JSON.stringify(isKeyed(kind) ? (type ?? keyed.type ?? kind) : (keyed.type ?? kind))},${code})`
        : own === width
          ? code
          : `(${code}+${JSON.stringify(MIDNIGHT.slice(own, width))})`;
    const [one = left, other = right] = sides;
    return strict(sides, places, (a = "", b = "") => binary(key(a, one), loose, key(b, other)), facts);
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

/** The type by which a value is searched in a list, if its texts are compared by what they amount to; null for others. */
export function searchType(list: Part | undefined, value: Part | undefined): string | null {
  if (value?.kind === "date") return "timestamp";
  if (isKeyed(value?.kind)) return value?.type ?? null;
  const entry = memberType(list?.type);
  return entry === undefined || valueOrderOf(entry) === null ? null : entry;
}

/** The end of a time's text, for one that lacks it. */
const MIDNIGHT = "yyyy-mm-dd 00:00:00.000000000000";

const WALL = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d+)?)?$/;

/** A text that is compared with times, written as these are. @throws ExpressionError for one that is no time. */
function asTime(one: Part, type = ""): Part {
  const { constant } = one;
  if (typeof constant?.value !== "string") return one;
  const text = textOfTime(constant.value, type);
  if (text === null) throw noTime(constant.value);
  const width = WALL.test(text) ? text.length : undefined;
  return { ...one, code: JSON.stringify(text), kind: "moment", type, width };
}

function instantOf(text: string): number {
  const ms = timeOfValue(text).getTime();
  if (Number.isNaN(ms)) throw noTime(text);
  return ms;
}
