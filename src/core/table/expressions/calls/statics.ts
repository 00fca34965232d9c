import { timeOfValue } from "../read-time.ts";
import type { ValueKind } from "../column-kind.ts";

export interface Static {
  readonly call: (...args: never[]) => unknown;
  readonly kind: ValueKind;
  /** Whether null is an argument as any other; else a call with null gives null. */
  readonly takesNull?: boolean;
}

const MATH = Object.getOwnPropertyNames(Math).flatMap((name): [string, Static][] => {
  const call = Reflect.get(Math, name) as unknown;
  return typeof call === "function"
    ? [[`Math.${name}`, { call: call as Static["call"], kind: "number" }]]
    : [];
});

/** JavaScript's functions that expressions may call, by name. */
export const STATICS: ReadonlyMap<string, Static> = new Map<string, Static>([
  ...MATH,
  ["Array.from", { call: (value: Iterable<unknown>) => Array.from(value), kind: "list" }],
  ["Array.isArray", { call: (value: unknown) => Array.isArray(value), kind: "boolean", takesNull: true }],
  ["Array.of", { call: (...values) => values, kind: "list", takesNull: true }],
  ["BigInt", { call: (value: number) => BigInt(value), kind: "bigint" }],
  ["Boolean", { call: (value: unknown) => Boolean(value), kind: "boolean", takesNull: true }],
  ["Date.UTC", { call: (...parts: [number]) => Date.UTC(...parts), kind: "number" }],
  ["Date.now", { call: () => Date.now(), kind: "number" }],
  ["Date.parse", { call: (value: unknown) => timeOfValue(value).getTime(), kind: "number" }],
  ["JSON.parse", { call: (text: string) => JSON.parse(text) as unknown, kind: "unknown" }],
  ["JSON.stringify", { call: (...args: [unknown]) => JSON.stringify(...args), kind: "text", takesNull: true }],
  ["Number", { call: Number, kind: "number" }],
  ["Number.isFinite", { call: (value: unknown) => Number.isFinite(value), kind: "boolean", takesNull: true }],
  ["Number.isInteger", { call: (value: unknown) => Number.isInteger(value), kind: "boolean", takesNull: true }],
  ["Number.isNaN", { call: (value: unknown) => Number.isNaN(value), kind: "boolean", takesNull: true }],
  ["Number.isSafeInteger", { call: (value: unknown) => Number.isSafeInteger(value), kind: "boolean", takesNull: true }],
  ["Number.parseFloat", { call: Number.parseFloat, kind: "number" }],
  ["Number.parseInt", { call: Number.parseInt, kind: "number" }],
  ["Object.entries", { call: (value: object) => Object.entries(value), kind: "list" }],
  ["Object.fromEntries", { call: (value: Iterable<readonly [string, unknown]>) => Object.fromEntries(value), kind: "object" }],
  ["Object.hasOwn", { call: (...args: [object, string]) => Object.hasOwn(...args), kind: "boolean" }],
  ["Object.is", { call: (...args: [unknown, unknown]) => Object.is(...args), kind: "boolean", takesNull: true }],
  ["Object.keys", { call: (value: object) => Object.keys(value), kind: "list" }],
  ["Object.values", { call: (value: object) => Object.values(value) as unknown[], kind: "list" }],
  ["String", { call: String, kind: "text" }],
  ["String.fromCharCode", { call: (...codes: number[]) => String.fromCharCode(...codes), kind: "text" }],
  ["String.fromCodePoint", { call: (...codes: number[]) => String.fromCodePoint(...codes), kind: "text" }],
  ["decodeURI", { call: decodeURI, kind: "text" }],
  ["decodeURIComponent", { call: decodeURIComponent, kind: "text" }],
  ["encodeURI", { call: encodeURI, kind: "text" }],
  ["encodeURIComponent", { call: encodeURIComponent, kind: "text" }],
  ["isFinite", { call: Number.isFinite, kind: "boolean", takesNull: true }],
  ["isNaN", { call: Number.isNaN, kind: "boolean", takesNull: true }],
  ["parseFloat", { call: Number.parseFloat, kind: "number" }],
  ["parseInt", { call: Number.parseInt, kind: "number" }],
]); // prettier-ignore

/** The name under which Arquero finds one of them. */
export const staticName = (name: string): string => `svc_${name.replace(".", "_")}`;

/** Objects whose functions are in {@link STATICS}. */
export const STATIC_OBJECTS = new Set([
  "Array", "BigInt", "Boolean", "Date", "JSON", "Math", "Number", "Object", "Reflect", "String", "Intl", "RegExp", "Symbol",
]); // prettier-ignore
