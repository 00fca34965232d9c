import { addAggregateFunction, addFunction, op } from "arquero";
import { compareByValue, rowKey, valueKey } from "../value-order.ts";
import { AGGREGATES, orderKey } from "./value-aggregates.ts";
import { kindOf } from "./column-kind.ts";
import { DATE_METHODS, DATE_PARTS, METHODS, type Method } from "./calls/methods.ts";
import { TIME_PARTS } from "./calls/op-functions.ts";
import { timeOfValue, timeShown } from "./read-time.ts";
import {
  noFieldOf,
  noMethodOf,
  notNumber,
  noTime,
  noYear,
  textAndNumber,
  textOfObject,
} from "./expression-refusals.ts";
import { STATICS, staticName } from "./calls/statics.ts";

type RuntimeCall = (...args: never[]) => unknown;

const functions = op as unknown as Record<string, (...args: unknown[]) => unknown>;

/** Values that an expression needs twice, by the number of their place; rows are computed one after the other. */
const waiting: unknown[] = [];

const isEqual = (one: unknown, other: unknown): boolean => valueKey(one) === valueKey(other);
const isAlike = (one: unknown, other: unknown): boolean => isEqual(one, other) || one == other;

/** A value's text. Dates and objects have none that says what they are. */
function textOf(value: unknown): string {
  if (typeof value === "object" && value !== null) throw textOfObject(value);
  return String(value);
}

/** The sum of two numbers, or of two texts. */
function plus(one: unknown, other: unknown): unknown {
  for (const [text, number] of [
    [one, other],
    [other, one],
  ])
    if (typeof text === "string" && (typeof number === "number" || typeof number === "bigint"))
      throw textAndNumber(text, number);
  for (const value of [one, other]) if (typeof value === "object") textOf(value);
  return (one as number) + (other as number);
}

/** A value to compute with: texts of numbers are numbers, as JavaScript has it. */
function number(value: unknown): unknown {
  const isText = typeof value === "string";
  if (isText ? value.trim() === "" || Number.isNaN(Number(value)) : isPart(value)) throw notNumber(value);
  return value;
}

const isPart = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !(value instanceof Date);

/** A field of a value; null of null. */
function field(value: unknown, name: string | number): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "object" && !(value instanceof Date)) {
    if (Object.hasOwn(value, name) || name === "length") return (value as Record<string, unknown>)[name];
    if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return undefined;
  } else if (typeof value === "string" && (name === "length" || /^\d+$/.test(String(name))))
    return (value as unknown as Record<string, unknown>)[name];
  if (/^\d+$/.test(String(name)) && typeof value === "object") return undefined;
  throw noFieldOf(value, name);
}

/** A part of a column of JSON text. */
function jsonField(text: unknown, name: string | number): unknown {
  if (text === null || text === undefined) return null;
  const value: unknown = typeof text === "string" ? JSON.parse(text) : text;
  return typeof value === "object" ? field(value, name) : undefined;
}

function callMethod(value: unknown, name: string, args: readonly unknown[]): unknown {
  const kind = value instanceof RegExp ? "pattern" : kindOf(value);
  if (kind === "list" && Object.hasOwn(BY_VALUE, name))
    return BY_VALUE[name]?.(value as never, ...(args as [never]));
  const methods = kind === "date" ? DATE_METHODS : METHODS[kind];
  if (methods !== undefined && Object.hasOwn(methods, name)) return methods[name]?.(value, ...args);
  const part = DATE_PARTS.get(name);
  if (kind === "date" && part !== undefined) return timeFunction(part)(value, null);
  throw noMethodOf(kind === "pattern" ? "unknown" : kind, name);
}

const from = (list: ArrayLike<unknown>, index = 0): number =>
  index < 0 ? Math.max(0, list.length + index) : index;

/** Asks for the values that are equal to one. @param type - The service's, if its texts are compared by what they amount to. */
function equalTo(value: unknown, type = ""): (one: unknown) => boolean {
  if (type === "") return (one) => isEqual(one, value);
  const key = (one: unknown): unknown =>
    orderKey(type, one instanceof Date && !Number.isNaN(one.getTime()) ? one.toISOString() : one);
  const own = key(value);
  return (one) => isEqual(one, value) || (one !== null && one !== undefined && isAlike(key(one), own));
}

type Search = (list: never, value: never, index?: number, type?: string) => unknown;

/** Searches in lists, and in texts as JavaScript does. */
const BY_VALUE: Readonly<Record<string, Search>> = {
  includes: (list: readonly unknown[] | string, value, index, type) =>
    typeof list === "string" ? list.includes(value, index) : Array.from(list).slice(from(list, index)).some(equalTo(value, type)),
  indexOf: (list: readonly unknown[] | string, value, index, type) => {
    if (typeof list === "string") return list.indexOf(value, index);
    const [start, isSame] = [from(list, index), equalTo(value, type)];
    return list.findIndex((one, i) => i >= start && isSame(one));
  },
  lastIndexOf: (list: readonly unknown[] | string, value, index, type) => {
    if (typeof list === "string") return list.lastIndexOf(value, index);
    const isSame = equalTo(value, type);
    return list.findLastIndex((one, i) => i <= (index === undefined ? i : index < 0 ? list.length + index : index) && isSame(one));
  },
}; // prettier-ignore

/** Whether a set or map has a key, or an object a field. */
function has(object: unknown, key: unknown, _?: unknown, type?: string): unknown {
  if (!(object instanceof Set || object instanceof Map)) return functions["has"]?.(object, key);
  if (object.has(key)) return true;
  if (type === undefined && /^(?:string|boolean)$/.test(typeof key)) return false;
  return [...object.keys()].some(equalTo(key, type));
}

function timeFunction(name: string): (value: unknown, zone: unknown) => unknown {
  if (name === "timestamp") return (value) => timeOfValue(value).getTime();
  const utc = functions[name.startsWith("utc") ? name : `utc${name}`] as (
    date: Date,
    more?: unknown,
  ) => unknown;
  return name.startsWith("utc")
    ? (value, more) => utc(timeOfValue(value), more)
    : (value, zone) => utc(timeShown(value, zone as string | null));
}

/** The key of a join's row: null, which matches none, if a part of it is missing. */
function joinKey(...values: readonly unknown[]): unknown {
  for (const value of values) if (value === null || value === undefined || Number.isNaN(value)) return null;
  return values.length === 1 ? valueKey(values[0]) : rowKey(values);
}

/** The instant of a text that is compared with a date. */
function instant(value: unknown): number {
  const ms = timeOfValue(value).getTime();
  if (Number.isNaN(ms)) throw noTime(value);
  return ms;
}

/** The last year that a date can have. */
const MAX_YEAR = 275_760;

/** One of several values, by value whatever their kind. */
function extremeOf(sign: 1 | -1): RuntimeCall {
  return (type: string, ...values: readonly unknown[]) =>
    values.reduce((best, value) =>
      sign * compareByValue(orderKey(type, value), orderKey(type, best)) > 0 ? value : best,
    );
}

const FUNCTIONS: Readonly<Record<string, RuntimeCall>> = {
  hold: (place: number, value: unknown) => (waiting[place] = value),
  held: (place: number) => waiting[place],
  and: (one: unknown, other: unknown) =>
    one === null || one === undefined ? (other === false ? false : null) : one ? other : one,
  or: (one: unknown, other: unknown) =>
    one === null || one === undefined ? (other === false || other === undefined ? null : other) : one ? one : other,
  typeof: (value: unknown) => typeof value,
  plus,
  number,
  text: textOf,
  join: (one: unknown, other: unknown) => textOf(one) + textOf(other),
  field,
  json: jsonField,
  has,
  instant,
  order: orderKey,
  key: joinKey,
  equal: isEqual,
  like: isAlike,
  compare: (one: unknown, other: unknown) =>
    typeof one === "object" || typeof other === "object" ? compareByValue(one, other) : one === other || one == other ? 0 : (one as number) < (other as number) ? -1 : (one as number) > (other as number) ? 1 : NaN,
  includes: BY_VALUE["includes"] as RuntimeCall,
  indexof: BY_VALUE["indexOf"] as RuntimeCall,
  lastindexof: BY_VALUE["lastIndexOf"] as RuntimeCall,
  recode: (value: unknown, map: unknown, fallback: unknown) =>
    value === null || value === undefined ? (fallback ?? null) : functions["recode"]?.(value, map, fallback),
  week: (value: unknown, zone: string | null, first: unknown) => functions["utcweek"]?.(timeShown(value, zone), first),
  format_date: (value: unknown, zone: string | null, short: unknown) => {
    const text = String(functions["format_utcdate"]?.(timeShown(value, zone), short)).replace(/Z$/, "");
    return /^[+-]?\d+-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text;
  },
  format_utcdate: (value: unknown, short: unknown) => functions["format_utcdate"]?.(timeOfValue(value), short),
  datetime: (...parts: readonly unknown[]) => {
    if (parts.length === 1 && Math.abs(Number(parts[0])) > MAX_YEAR) throw noYear(parts[0]);
    return functions["utcdatetime"]?.(...parts);
  },
  greatest: extremeOf(1),
  least: extremeOf(-1),
  parse_date: (value: unknown) => new Date(timeOfValue(value).getTime()),
}; // prettier-ignore

/** By which name an expression's text calls one of the functions here. */
const NAME = "svc_";

function define(name: string, call: RuntimeCall): void {
  addFunction(NAME + name, call, { override: true });
  hide(name);
}

/** They are for the text that expressions are compiled to: completion of `op.` has none of them. */
const hide = (name: string): unknown => Object.defineProperty(op, NAME + name, { enumerable: false });

/** Gives Arquero the functions that expressions over tables are compiled to. */
export function defineFunctions(): void {
  for (const [name, call] of Object.entries(FUNCTIONS)) define(name, call);
  for (const name of ["timestamp", ...TIME_PARTS.flatMap((one) => [one, `utc${one}`])])
    if (name !== "week") define(name, timeFunction(name));
  for (const [name, { call }] of STATICS) define(staticName(name).slice(NAME.length), call);
  const named = [...Object.values(METHODS), DATE_METHODS, BY_VALUE].flatMap((one) => Object.keys(one));
  for (const name of new Set(named)) {
    const ofText = METHODS.text?.[name];
    const call: Method = (value, ...args) =>
      typeof value === "string" && ofText !== undefined
        ? ofText(value, ...args)
        : callMethod(value, name, args);
    define(`call_${name}`, call);
  }
  for (const [name, def] of Object.entries(AGGREGATES)) {
    addAggregateFunction(NAME + name, def as never, { override: true });
    hide(name);
  }
}
