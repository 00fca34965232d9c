import { kindOf, kindWord, type ValueKind } from "./column-kind.ts";
import type { Part } from "./part.ts";

// What expressions over tables refuse, each with what to write instead; values of two kinds are in refuse-mixed.ts. What is not refused means
// what it means in JavaScript, with SQL's null.

/** An expression is refused; the verb adds its name. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
}

/** Arquero refuses it, and its error is explained. */
export class Unreadable extends Error {}

export const expressionError = (message: string): ExpressionError => new ExpressionError(message);

const ESCAPE = "any code goes inside escape(d => ...)";

// Names.

export const oneRowText = (source: string): string =>
  `${source} is the value of one row; a group needs a function of many, such as op.mean(${source})`;

export const oneRow = (source: string): ExpressionError => expressionError(oneRowText(source));

export const extraRow = (rows: number, source: string): ExpressionError =>
  expressionError(
    `an expression is a function of ${rows > 1 ? "two rows" : "a row"} and the parameters: ${source.split("=>")[0] ?? ""}`,
  );

export const wholeRow = (name: string): ExpressionError =>
  expressionError(`${name} is the row, which has fields: ${name}.x; op.row_object() is all of it`);

export const wholeParams = (name: string): ExpressionError =>
  expressionError(`${name} has the table's parameters: ${name}.x`);

/** @param columns - The names of the tables' columns. */
export function unseenVariable(name: string, columns: readonly string[]): ExpressionError {
  if (columns.includes(name))
    return expressionError(`write a column as a field of the row: (d) => d.${name}`);
  if (name === "$") return expressionError("name the parameters beside the row: (d, $) => ...");
  return expressionError(
    `expressions can't see the variable ${name}; pass it with params({ ${name} }) and read it as (d, $) => $.${name}, or use escape(d => ...)`,
  );
}

export const unnamedKey = (key: unknown): ExpressionError =>
  expressionError(`computed keys have a name: { key: ${String(key)} }`);

export const laterValue = (source: string): ExpressionError =>
  expressionError(`${source} has no value; expressions assign none later: write const x = a ? b : c`);

// Calls and fields.

export const calledValue = (name: string, source: string): ExpressionError =>
  expressionError(`${name} is a value, not a function: ${source}`);

export const calledParameter = (source: string): ExpressionError =>
  expressionError(`${source} calls a parameter; ${ESCAPE}`);

export const unnamedFunction = (source: string): ExpressionError =>
  expressionError(`the function in ${source} has no name that is written; ${ESCAPE}`);

export const innerFunction = (source: string): ExpressionError =>
  expressionError(`functions inside of expressions are not supported: ${source}; ${ESCAPE}`);

export const innerAggregate = (source: string): ExpressionError =>
  expressionError(`${source} is inside of another function of many rows; derive a column of it before`);

export const noStatic = (name: string): ExpressionError =>
  expressionError(`expressions have no ${name}; use a function of op, or any code inside escape(d => ...)`);

/** A method that neither JavaScript's values of this kind nor `op` have. */
export function noMethod(
  { kind, source: value }: Part,
  name: string,
  args: readonly Part[],
  source: string,
): ExpressionError {
  const line = insteadOf(name, value, args[0]?.source ?? "...");
  const owner = kind === "unknown" ? value : `${value} is ${kindWord(kind)}, which`;
  return expressionError(
    `${owner} has no ${name}() in expressions: ${source}; ${line === undefined ? ESCAPE : `write ${line}`}`,
  );
}

export function refuseField(value: Part, name: string, source: string): void {
  if (!/^(?:text|number|bigint|numbers|boolean|date|list|decimal|interval|moment)$/.test(value.kind)) return;
  const line = insteadOf(name, value.source, "a");
  const json = value.kind === "text" ? `; if it is JSON: op.parse_json(${value.source}).${name}` : "";
  throw expressionError(
    `${value.source} is ${kindWord(value.kind)}, which has no ${name}, in ${source}${line === undefined ? json : `; write ${line}`}`,
  );
}

const insteadOf = (name: string, value: string, first: string): string | undefined =>
  INSTEAD.get(name)?.replace(/\b[xa]\b/g, (letter) => (letter === "x" ? value : first));

/** As {@link refuseField}, for a value whose kind is known when it is there. */
export const noFieldOf = (value: unknown, name: string | number): ExpressionError =>
  expressionError(
    `${kindWord(kindOf(value))} has no ${name}${typeof value === "string" && /^[[{]/.test(value) ? `; if it is JSON: op.parse_json(d.x).${name}` : ""}`,
  );

export const noMethodOf = (kind: ValueKind, name: string): ExpressionError =>
  expressionError(`${kindWord(kind)} has no ${name}()`);

// Text and arithmetic.

/** Refuses what would become the text that JavaScript makes of a value: a date's is in the machine's zone, an object's is `[object Object]`. */
export function refuseText({ kind, source }: Part): void {
  if (/^(?:date|list|object|bytes)$/.test(kind)) throw noText(kind, source);
}

const noText = (kind: ValueKind, source: string): ExpressionError =>
  expressionError(
    `${source} is ${kindWord(kind)}, which has no text of its own; write ${kind === "date" ? `op.format_date(${source}), or op.timestamp(${source}) for unix ms` : `op.to_json(${source})`}`,
  );

/** As {@link refuseText}, for a value whose kind is known when it is there. */
export const textOfObject = (value: object): ExpressionError => noText(kindOf(value), "d.x");

export const textAndNumber = (text: string, number: number | bigint): ExpressionError =>
  expressionError(
    `+ joins the text ${JSON.stringify(text)} with the number ${number}; write +d.x for the number of a text, or \`\${d.x}\` for its text`,
  );

/** Refuses a computation with what is no number. @param operator - It, or the function that computes. */
export function refuseArithmetic(operator: string, part: Part, whole: string): void {
  const { kind, source, type = "" } = part;
  if (kind === "text" && operator === "+") return;
  const line =
    kind === "text"
      ? `write +${source} for its number`
      : kind === "moment"
        ? timeLine(operator, source, type)
        : /^(?:interval|bytes|list|object|json)$/.test(kind)
          ? "compute it in the query"
          : null;
  if (line === null) return;
  const what = /^(?:interval|moment)$/.test(kind) && type !== "" ? `the text of the ${type}` : kindWord(kind);
  throw expressionError(`${operator} computes with ${what} ${source} in ${whole}; ${line}`);
}

function timeLine(operator: string, source: string, type: string): string {
  if (/^time\b/i.test(type)) return "compute it in the query";
  if (/^Math\.(?:max|min)$/.test(operator))
    return `write op.${operator === "Math.max" ? "greatest" : "least"}(...)`;
  const later = `op.parse_date(op.timestamp(${source}) + 86400000)`;
  return `write op.timestamp(${source}) for unix ms${operator === "+" ? `, and ${later} for a day later` : ""}`;
}

/** As {@link refuseArithmetic}, for a value whose kind is known when it is there. */
export const notNumber = (value: unknown): ExpressionError =>
  expressionError(
    `${typeof value === "string" ? `the text ${JSON.stringify(value)}` : kindWord(kindOf(value))} is no number to compute with; write +d.x for the number of a text`,
  );

/** Refuses a sum of decimals that are texts. */
export function refuseDecimalSum(operands: readonly Part[]): void {
  const decimals = operands.filter(({ kind }) => kind === "decimal");
  const [first] = decimals;
  if (first === undefined) return;
  throw expressionError(
    `+ joins the texts of the ${first.type ?? "decimal"} in ${first.source}, not their values; write ${decimals
      .map(({ source }) => `+${source}`)
      .join(" and ")}`,
  );
}

export const noInstanceof = (source: string): ExpressionError =>
  expressionError(`${source}: expressions have no instanceof; ask op.is_... or typeof`);

/** Arquero rounds BigInts down to one of the values, or mixes them with numbers. */
const INEXACT =
  /^(?:average|corr|covariance|covariancep|mean|median|quantile|stdev|stdevp|variance|variancep|bins)$/;

export function refuseAggregate(name: string, { kind, source, column }: Part): void {
  const isInexact = INEXACT.test(name);
  if (isInexact && kind === "bigint")
    throw expressionError(
      `op.${name} does not take the BigInts of ${source}, which mix with no numbers; write op.${name}(op.parse_float(${column === undefined ? source : `d[${JSON.stringify(column.name)}]`})${name === "quantile" ? ", 0.5" : ""})`,
    );
  const [what, instead] = NOT_ADDED[kind] ?? [];
  if (what === undefined || instead === undefined || name === "bins") return;
  if (isInexact || /^(?:sum|product)$/.test(name))
    throw expressionError(`op.${name} does not take the ${what} ${source}: ${instead(`op.${name}`, source)}`);
}

/** Kinds that neither SQL nor pandas adds up, and what else to write. */
const NOT_ADDED: Partial<
  Record<ValueKind, readonly [what: string, instead: (call: string, source: string) => string]>
> = {
  date: [
    "dates",
    (call, source) => `op.min and op.max take them, and ${call}(+${source}) their milliseconds`,
  ],
  text: ["texts", (call, source) => `write ${call}(+${source}) if they are numbers`],
  moment: [
    "times",
    (call, source) => `op.min and op.max take them, and ${call}(op.timestamp(${source})) their milliseconds`,
  ],
  interval: ["intervals", () => "compute it in the query"],
  list: ["lists", () => "unroll them first"],
  object: ["rows", () => "name one of their fields"],
  json: ["JSON texts", () => "name one of their fields, or compute it in the query"],
  bytes: ["bytes", () => "compute it in the query"],
};

// Times.

export const noTime = (value: unknown): ExpressionError =>
  expressionError(`${JSON.stringify(value)} is not a time; it is compared with dates`);

/** Refuses what reads a time of what is none: unix seconds, as the service's column `time` has them, and the date of a time of day. */
export function refuseTimeOf(name: string, { kind, type = "", column, source }: Part, whole: string): void {
  const own = name.replace(/^utc/, "");
  if (!READ_TIMES.test(own)) return;
  if (column?.name === "time" && kind === "number" && /int|long/i.test(type))
    throw expressionError(
      `${source} has unix seconds, and ${whole} reads milliseconds; write op.${name}(${source} * 1000)`,
    );
  if (/^time\b/i.test(type) && !/^(?:hours|minutes|seconds|milliseconds)$/.test(own))
    throw expressionError(`${source} is a ${type}, which has no date: ${whole}`);
}

const READ_TIMES =
  /^(?:year|quarter|month|week|date|dayofyear|dayofweek|hours|minutes|seconds|milliseconds|timestamp|format_date|parse_date)$/;

export const noYear = (value: unknown): ExpressionError =>
  expressionError(
    `op.datetime takes a year and months, not ${String(value)}; write op.parse_date(x) for unix ms`,
  );

/** What to write for methods that are refused, with `x` for the value and `a` for the first argument. */
const INSTEAD: ReadonlyMap<string, string> = new Map(
  Object.entries({
    astype: "op.parse_float(x), or String(x)",
    between: "x >= a && x <= b",
    contains: "x.includes(a)",
    cumsum: "rolling((d) => op.sum(x)) of arquero",
    diff: "x - op.lag(x)",
    dt: "op.year(x), op.month(x), op.hours(x), ...",
    every: "escape((d) => x.every(...))",
    fillna: "x ?? a",
    format: "op.format_date(x)",
    isin: "op.includes(a, x)",
    isna: "x === null",
    isnull: "x === null",
    notna: "x !== null",
    notnull: "x !== null",
    pop: "x.at(-1)",
    push: "x.concat([a])",
    reverse: "op.reverse(x)",
    round: "op.round(x * 100) / 100",
    shift: "op.lag(x)",
    sort: "x.toSorted()",
    splice: "x.slice(...).concat(...)",
    str: "x.toUpperCase(), x.includes(...), ...",
    toDateString: "op.format_date(x)",
    toLocaleDateString: "op.format_date(x)",
    toLocaleString: "op.format_date(x)",
    toLocaleTimeString: "op.format_date(x)",
    toString: "op.format_date(x), or op.to_json(x)",
    toTimeString: "op.format_date(x)",
    toUTCString: "op.format_utcdate(x)",
    unshift: "op.concat([a], x)",
  }),
);
