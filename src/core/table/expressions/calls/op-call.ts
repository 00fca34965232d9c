import { op } from "arquero";
import { comparison, searchType } from "../comparison.ts";
import type { ExpressionReader } from "../expression-reader.ts";
import {
  ANEW,
  ASKS,
  FUNCTION_KINDS,
  NULL_FOR_NULL,
  NUMBERS,
  OF_NUMBERS,
  OF_TEXT,
  PICKS,
  TIME_PARTS,
} from "./op-functions.ts";
import { checkedOf, part, strict, valueOf, type ExpressionNode, type Part } from "../part.ts";
import { valueOrderOf } from "../../value-order.ts";
import { numeric } from "../operators.ts";
import { refuseMixed } from "../refuse-mixed.ts";
import {
  innerFunction,
  refuseAggregate,
  refuseText,
  refuseTimeOf,
  Unreadable,
} from "../expression-refusals.ts";

/** The arguments of a call; those that are spread begin with dots. */
export function argumentParts(expression: ExpressionReader, nodes: readonly ExpressionNode[]): Part[] {
  return nodes.map((node) => {
    if (/Function/.test(node.type)) throw innerFunction(expression.textOf(node));
    if (node.type !== "SpreadElement") return expression.part(node);
    const list = expression.part(node["argument"] as ExpressionNode);
    return {
      ...list,
      code: `...${list.code}`,
      kind: "unknown",
      loose: false,
      checked: list.loose ? [] : list.checked,
    };
  });
}

/** @param first - The value whose method the call was written as, if it was. */
export function functionCallOf(
  expression: ExpressionReader,
  name: string,
  first: Part | null,
  nodes: readonly ExpressionNode[],
  source: string,
): Part {
  const implementation = Reflect.get(op, name) as OpFunction | undefined;
  if (implementation === undefined) throw new Unreadable();
  const ofMany = isAggregate(name, implementation);
  const parts = ofMany
    ? expression.names.within(source, () => argumentParts(expression, nodes))
    : argumentParts(expression, nodes);
  if (first !== null) parts.unshift(first);
  return ofMany ? aggregate(name, parts, source) : scalar(expression, name, parts, source);
}

export type OpFunction = (...args: unknown[]) => unknown;

/** Arquero's aggregates and window functions are called for their description, an object with fields; others for a value. */
export function isAggregate(name: string, implementation: OpFunction): boolean {
  return (
    !FUNCTION_KINDS.has(name) && !NULL_FOR_NULL.has(name) && !ASKS.has(name) && describes(implementation)
  );
}

const described = new WeakMap<object, boolean>();

function describes(implementation: OpFunction): boolean {
  const cached = described.get(implementation);
  if (cached !== undefined) return cached;
  let result: unknown;
  try {
    result = implementation();
  } catch {
    result = null;
  }
  const is =
    typeof result === "object" &&
    result !== null &&
    Object.hasOwn(result, "fields") &&
    Object.hasOwn(result, "params");
  described.set(implementation, is);
  return is;
}

function aggregate(name: string, parts: readonly Part[], source: string): Part {
  const [first] = parts;
  for (const one of parts) refuseAggregate(name, one);
  const codes = parts.map(valueOf);
  if (first?.kind === "decimal" && /^(?:median|quantile|bins)$/.test(name))
    codes[0] = `(${codes[0] ?? ""}==null?null:+${first.code})`;
  let called = name;
  if (/^(?:min|max)$/.test(name) && first !== undefined && !sortsItself(first)) {
    called = `svc_${name}`;
    codes[1] = JSON.stringify(first.type ?? "");
  }
  if (name === "distinct") called = "svc_distinct";
  const own = `op.${called}(${codes.join(",")})`;
  // In a pivot, Arquero takes the rows of other keys for invalid ones.
  const code = name === "invalid" ? `((op.count()??0)-(op.valid(${codes.join(",")})??0))` : own;
  if (PICKS.test(name) && first !== undefined)
    return {
      ...first,
      code,
      source,
      checked: [code],
      whole: undefined,
      width: undefined,
      loose: false,
      picked: true,
    };
  const kind = NUMBERS.test(name)
    ? first?.kind === "bigint" && /^(?:sum|product)$/.test(name)
      ? "bigint"
      : "number"
    : "unknown";
  return part(code, kind, source, { checked: [code] });
}

/** Texts of times and addresses are not sorted as texts. */
const sortsItself = ({ kind, type }: Part): boolean =>
  /^(?:number|bigint|boolean|date)$/.test(kind) || (kind === "text" && valueOrderOf(type) === null);

/** `op.greatest` and `op.least` of values that are not all numbers. */
function extreme(expression: ExpressionReader, name: string, parts: readonly Part[], source: string): Part {
  const [first = parts[0] as Part, ...others] = parts;
  for (const one of others) refuseMixed("<", first, one, source);
  const kinds = new Set(parts.map(({ kind }) => kind));
  const hasDates = kinds.has("date");
  const type = hasDates ? "" : (parts.find((one) => one.type !== undefined)?.type ?? "");
  const write = (...codes: string[]): string => {
    const values = codes.map((code, i) =>
      hasDates && parts[i]?.kind !== "date" ? `op.svc_parse_date(${code})` : code,
    );
    return call(`svc_${name}`, JSON.stringify(type), ...values);
  };
  const kind = hasDates ? "date" : kinds.size === 1 ? first.kind : "unknown";
  return strict(parts, expression.places, write, { kind, source, ...(type === "" ? {} : { type }) });
}

const call = (name: string, ...codes: readonly (string | undefined)[]): string =>
  `op.${name}(${codes.join(",")})`;

function scalar(expression: ExpressionReader, name: string, args: readonly Part[], source: string): Part {
  const parts = OF_NUMBERS.has(name) ? args.map((one) => numeric(`op.${name}`, one, source)) : args;
  const [first, second] = parts;
  if (name === "equal" && first !== undefined && second !== undefined)
    return comparison("===", first, second, expression.places, source);
  if (OF_TEXT.has(name) && first !== undefined) refuseText(first);
  const kind =
    FUNCTION_KINDS.get(name) ?? (/^(?:reverse|slice)$/.test(name) ? (first?.kind ?? "unknown") : "unknown");
  const plain = (...codes: string[]): string => call(ANEW.get(name) ?? name, ...codes);
  const zone = JSON.stringify(first?.zone ?? null);
  if (/^(?:greatest|least)$/.test(name) && parts.some((one) => one.kind !== "number"))
    return extreme(expression, name, parts, source);
  // Lists that are spread stay as they are.
  const wholes = parts.map((one) => (one.code.startsWith("...") ? one.code : valueOf(one)));
  const ofChecked = (write: (...codes: string[]) => string): Part =>
    strict(checkedOf(parts), expression.places, write, { kind, source });
  if (name === "bin" && first !== undefined)
    return strict([first], expression.places, (code = "") => plain(code, ...wholes.slice(1)), {
      kind,
      source,
    });
  if (name === "utcweek" && first !== undefined)
    return ofChecked((code = "", day = "0") => `op.svc_week(${code},null,${day})`);
  if (first !== undefined) refuseTimeOf(name, first, source);
  if (TIME_PARTS.includes(name.replace(/^utc/, "")) && first !== undefined)
    return ofChecked((code, ...more) =>
      call(`svc_${name}`, code, ...(name.startsWith("utc") ? [] : [zone]), ...more),
    );
  if (name === "format_date" && first !== undefined)
    return ofChecked((code, ...more) => call("svc_format_date", code, zone, ...more));
  const searched = /^(?:has|includes|indexof|lastindexof)$/.test(name) ? searchType(first, second) : null;
  if (searched !== null)
    return ofChecked((list, value, from = "undefined") =>
      call(ANEW.get(name) as string, list, value, from, JSON.stringify(searched)),
    );
  if (!NULL_FOR_NULL.has(name) || ASKS.has(name))
    return part(plain(...wholes), kind, source, { loose: kind === "unknown" });
  const checkedCall = ofChecked(plain);
  // May be null although no argument is.
  const isLoose = kind === "unknown" || /^(?:match|parse_json)$/.test(name);
  return isLoose ? { ...checkedCall, code: valueOf(checkedCall), checked: [], loose: true } : checkedCall;
}
