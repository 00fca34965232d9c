import { op } from "arquero";
import type { ExpressionReader } from "../expression-reader.ts";
import { COLUMN_METHODS, DATE_METHODS, DATE_PARTS, METHODS, METHOD_KINDS } from "./methods.ts";
import { searchType } from "../comparison.ts";
import { checkedOf, strict, valueOf, type Part } from "../part.ts";
import { noMethod, refuseText, Unreadable } from "../expression-refusals.ts";

/**
 * A method of a value: what JavaScript makes of it, null for null; else the function of `op` with that name, which it is the first argument
 * of; else it is refused.
 *
 * @param call - Calls a function of `op` with the value as the first argument.
 */
export function methodCall(
  expression: ExpressionReader,
  value: Part,
  name: string,
  args: readonly Part[],
  source: string,
  call: (name: string, first: Part) => Part,
): Part {
  const { kind } = value;
  const dated =
    kind === "date" || (kind === "moment" && name !== "valueOf") ? DATE_PARTS.get(name) : undefined;
  if (dated !== undefined) return call(dated, value);
  if (kind === "date") {
    if (!Object.hasOwn(DATE_METHODS, name)) return otherwise(value, name, args, source, call);
  } else if (!hasMethod(kind, name)) return otherwise(value, name, args, source, call);
  if (kind === "unknown" && /^(?:getTime|get[A-Z]\w+)$/.test(name)) {
    const own = DATE_PARTS.get(name);
    if (own !== undefined) return call(own, value);
  }
  // Of a text they are what `+` would join.
  const isText = METHODS[kind] === METHODS.text;
  if (isText || kind === "unknown") args.forEach(refuseText);
  const [needle, from] = args;
  // In a list, they are equal by what they amount to.
  const type = !isText && isSearch(name) ? searchType(value, needle) : null;
  const typed = type === null ? [] : [...(from === undefined ? ["undefined"] : []), JSON.stringify(type)];
  const made = strict(
    [value, ...checkedOf(args)],
    expression.places,
    (...codes) => `op.svc_call_${name}(${[...codes, ...typed].join(",")})`,
    {
      kind:
        METHOD_KINDS.get(name) ?? (isText && /^(?:concat|slice|toString)$/.test(name) ? "text" : "unknown"),
      source,
    },
  );
  return made.kind === "unknown" ? { ...made, code: valueOf(made), checked: [], loose: true } : made;
}

const isSearch = (name: string): boolean => /^(?:includes|indexOf|lastIndexOf)$/.test(name);

const KINDS = Object.values(METHODS);

function hasMethod(kind: Part["kind"], name: string): boolean {
  if (kind === "list" && isSearch(name)) return true;
  if (kind !== "unknown") return Object.hasOwn(METHODS[kind] ?? {}, name);
  return DATE_PARTS.has(name) || [...KINDS, DATE_METHODS].some((methods) => Object.hasOwn(methods, name));
}

function otherwise(
  value: Part,
  name: string,
  args: readonly Part[],
  source: string,
  call: (name: string, first: Part) => Part,
): Part {
  const named = COLUMN_METHODS.get(name) ?? name;
  const made = Reflect.get(op, named) as ((...args: unknown[]) => unknown) | undefined;
  const isOwn = isOfJavaScript(name);
  if (!isOwn && typeof made === "function" && !(args.length >= Math.max(made.length, 1) && args.length > 0)) {
    try {
      return call(named, value);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
    }
  }
  throw noMethod(value, name, args, source);
}

const isOfJavaScript = (name: string): boolean =>
  [String, Array, Number, BigInt, Date, Map, Set, Uint8Array].some(({ prototype }) => name in prototype);
