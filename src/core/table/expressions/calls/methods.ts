import { kindsOf, type ValueKind } from "../column-kind.ts";

export type Method = (value: unknown, ...args: readonly unknown[]) => unknown;
type Methods = Readonly<Record<string, Method>>;

const of = (prototype: object, names: string): Methods =>
  Object.fromEntries(
    names.split(" ").map((name): [string, Method] => {
      const method = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
      return [name, (value, ...args) => method.apply(value, args as unknown[])];
    }),
  );

/** Not an object, which has methods too. */
const mapOf = <T>(entries: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(entries));

const TEXT = of(
  String.prototype,
  "at charAt charCodeAt codePointAt concat endsWith includes indexOf isWellFormed lastIndexOf localeCompare match normalize padEnd padStart repeat replace replaceAll search slice split startsWith substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase toString toUpperCase toWellFormed trim trimEnd trimLeft trimRight trimStart valueOf",
); // prettier-ignore
const BIGINT = of(BigInt.prototype, "toLocaleString toString valueOf");

/** JavaScript's methods that change nothing and take no function, by the kind of value that has them. Those of dates depend on the zone. */
export const METHODS: Readonly<Partial<Record<ValueKind | "pattern", Methods>>> = {
  text: TEXT,
  decimal: TEXT,
  interval: TEXT,
  json: TEXT,
  moment: TEXT,
  number: of(Number.prototype, "toExponential toFixed toLocaleString toPrecision toString valueOf"),
  bigint: BIGINT,
  numbers: BIGINT,
  boolean: of(Boolean.prototype, "toString valueOf"),
  // Those that search compare by value: see the runtime.
  list: of(Array.prototype, "at concat flat join slice toReversed toSorted toSpliced toString valueOf with"),
  bytes: of(Uint8Array.prototype, "at includes indexOf join lastIndexOf slice"),
  object: { ...of(Object.prototype, "hasOwnProperty valueOf") },
  pattern: {
    // A copy, as a pattern with the flag g goes on where it stopped.
    exec: (pattern, text) => new RegExp(pattern as RegExp).exec(text as string),
    test: (pattern, text) => new RegExp(pattern as RegExp).test(text as string),
  },
};

/** A date's methods that read it as it is shown, and the functions of `op` with the same meaning; those with UTC in the name read UTC. */
export const DATE_PARTS: ReadonlyMap<string, string> = mapOf({
  getDate: "date",
  getDay: "dayofweek",
  getFullYear: "year",
  getHours: "hours",
  getMilliseconds: "milliseconds",
  getMinutes: "minutes",
  getMonth: "month",
  getSeconds: "seconds",
  getUTCDate: "utcdate",
  getUTCDay: "utcdayofweek",
  getUTCFullYear: "utcyear",
  getUTCHours: "utchours",
  getUTCMilliseconds: "utcmilliseconds",
  getUTCMinutes: "utcminutes",
  getUTCMonth: "utcmonth",
  getUTCSeconds: "utcseconds",
  getTime: "timestamp",
  valueOf: "timestamp",
});

export const DATE_METHODS = of(Date.prototype, "toISOString toJSON");

/** Kinds of the results of methods that have one kind, whatever the value. */
export const METHOD_KINDS: ReadonlyMap<string, ValueKind> = kindsOf([
  ["text", "charAt join normalize padEnd padStart repeat replace replaceAll substr substring toExponential toFixed toISOString toLocaleLowerCase toLocaleUpperCase toLowerCase toPrecision toUpperCase trim trimEnd trimLeft trimRight trimStart"],
  ["number", "charCodeAt indexOf lastIndexOf localeCompare search"],
  ["boolean", "endsWith includes startsWith test"],
  ["list", "split"],
]); // prettier-ignore

/** Methods of a column in pandas, and the functions of `op` with the same meaning. */
export const COLUMN_METHODS: ReadonlyMap<string, string> = mapOf({
  avg: "mean",
  count: "valid",
  first: "first_value",
  last: "last_value",
  lower: "lower",
  nunique: "distinct",
  prod: "product",
  std: "stdev",
  upper: "upper",
  var: "variance",
});
