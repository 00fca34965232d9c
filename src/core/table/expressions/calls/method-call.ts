import { op } from "arquero";
import type { ExpressionReader } from "../expression-reader.ts";
import { COLUMN_METHODS, DATE_METHODS, DATE_PARTS, METHODS, METHOD_KINDS } from "./methods.ts";
import { searchType } from "../comparison.ts";
import { checkedOf, strict, valueOf, type Part } from "../part.ts";
import type { OpFunction } from "./op-call.ts";
import { noMethod, refuseText, Unreadable } from "../expression-refusals.ts";

/** A method called on a value. */
export interface MethodCall {
  readonly value: Part;
  readonly name: string;
  readonly args: readonly Part[];
  readonly source: string;
  /** Calls a function of `op` with the value as the first argument. */
  readonly callOp: (name: string) => Part;
}

/** What JavaScript makes of it, null for null; else the function of `op` with that name; else it is refused. */
export function methodCall(expression: ExpressionReader, method: MethodCall): Part {
  const { value, name, args, source, callOp } = method;
  const { kind } = value;
  const dated =
    kind === "date" || (kind === "moment" && name !== "valueOf") ? DATE_PARTS.get(name) : undefined;
  if (dated !== undefined) return callOp(dated);
  if (!(kind === "date" ? Object.hasOwn(DATE_METHODS, name) : hasMethod(kind, name))) return opCall(method);
  if (kind === "unknown" && /^(?:getTime|get[A-Z]\w+)$/.test(name)) {
    const own = DATE_PARTS.get(name);
    if (own !== undefined) return callOp(own);
  }
  // Of a text they are what `+` would join.
  const isText = METHODS[kind] === METHODS.text;
  if (isText || kind === "unknown") args.forEach(refuseText);
  const [needle, from] = args;
  // In a list, they are equal by what they amount to.
  const type = !isText && isSearch(name) ? searchType(value, needle) : null;
  const typeArguments =
    type === null ? [] : [...(from === undefined ? ["undefined"] : []), JSON.stringify(type)];
  const part = strict(
    [value, ...checkedOf(args)],
    expression.places,
    (...codes) => `op.svc_call_${name}(${[...codes, ...typeArguments].join(",")})`,
    {
      kind:
        METHOD_KINDS.get(name) ?? (isText && /^(?:concat|slice|toString)$/.test(name) ? "text" : "unknown"),
      source,
    },
  );
  return part.kind === "unknown" ? { ...part, code: valueOf(part), checked: [], loose: true } : part;
}

const isSearch = (name: string): boolean => /^(?:includes|indexOf|lastIndexOf)$/.test(name);

const KINDS = Object.values(METHODS);

function hasMethod(kind: Part["kind"], name: string): boolean {
  if (kind === "list" && isSearch(name)) return true;
  if (kind !== "unknown") return Object.hasOwn(METHODS[kind] ?? {}, name);
  return DATE_PARTS.has(name) || [...KINDS, DATE_METHODS].some((methods) => Object.hasOwn(methods, name));
}

function opCall({ value, name, args, source, callOp }: MethodCall): Part {
  const opName = COLUMN_METHODS.get(name) ?? name;
  const implementation = Reflect.get(op, opName) as OpFunction | undefined;
  const isComplete = args.length > 0 && args.length >= (implementation?.length ?? 0);
  if (typeof implementation === "function" && !isOfJavaScript(name) && !isComplete) {
    try {
      return callOp(opName);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
    }
  }
  throw noMethod(value, name, args, source);
}

const isOfJavaScript = (name: string): boolean =>
  [String, Array, Number, BigInt, Date, Map, Set, Uint8Array].some(({ prototype }) => name in prototype);
