import { kindOf, kindWord, type ValueKind } from "./column-kind.ts";
import type { Part } from "./part.ts";

// What expressions over tables refuse, all of it, each with what to write instead. What is not refused means what it means in JavaScript,
// with SQL's null.

/** An expression is refused; the verb adds its name. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
}

/** Arquero refuses it, and its error is explained. */
export class Unreadable extends Error {}

const refusal = (message: string): ExpressionError => new ExpressionError(message);

const ESCAPE = "any code goes inside escape(d => ...)";

// Names.

export const oneRowText = (source: string): string =>
  `${source} is the value of one row; a group needs a function of many, such as op.mean(${source})`;

export const oneRow = (source: string): ExpressionError => refusal(oneRowText(source));

export const extraRow = (rows: number, source: string): ExpressionError =>
  refusal(
    `an expression is a function of ${rows > 1 ? "two rows" : "a row"} and the parameters: ${source.split("=>")[0] ?? ""}`,
  );

export const wholeRow = (name: string): ExpressionError =>
  refusal(`${name} is the row, which has fields: ${name}.x; op.row_object() is all of it`);

export const wholeParams = (name: string): ExpressionError =>
  refusal(`${name} has the table's parameters: ${name}.x`);

/** @param columns - The names of the tables' columns. */
export function unseenVariable(name: string, columns: readonly string[]): ExpressionError {
  if (columns.includes(name)) return refusal(`write a column as a field of the row: (d) => d.${name}`);
  if (name === "$") return refusal("name the parameters beside the row: (d, $) => ...");
  return refusal(
    `expressions can't see the variable ${name}; pass it with params({ ${name} }) and read it as (d, $) => $.${name}, or use escape(d => ...)`,
  );
}

export const unnamedKey = (key: unknown): ExpressionError =>
  refusal(`computed keys have a name: { key: ${String(key)} }`);

export const laterValue = (source: string): ExpressionError =>
  refusal(`${source} has no value; expressions assign none later: write const x = a ? b : c`);

// Calls and fields.

export const calledValue = (name: string, source: string): ExpressionError =>
  refusal(`${name} is a value, not a function: ${source}`);

export const calledParameter = (source: string): ExpressionError =>
  refusal(`${source} calls a parameter; ${ESCAPE}`);

export const unnamedFunction = (source: string): ExpressionError =>
  refusal(`the function in ${source} has no name that is written; ${ESCAPE}`);

export const innerFunction = (source: string): ExpressionError =>
  refusal(`functions inside of expressions are not supported: ${source}; ${ESCAPE}`);

export const noStatic = (name: string): ExpressionError =>
  refusal(`expressions have no ${name}; use a function of op, or any code inside escape(d => ...)`);

/** A method that neither JavaScript's values of this kind nor `op` have. */
export function noMethod(
  { kind, source: value }: Part,
  name: string,
  args: readonly Part[],
  source: string,
): ExpressionError {
  const line = insteadOf(name, value, args[0]?.source ?? "...");
  const owner = kind === "unknown" ? value : `${value} is ${kindWord(kind)}, which`;
  return refusal(
    `${owner} has no ${name}() in expressions: ${source}; ${line === undefined ? ESCAPE : `write ${line}`}`,
  );
}

export function refuseField(value: Part, name: string, source: string): void {
  if (!/^(?:text|number|bigint|numbers|boolean|date|list|decimal|interval|zoned)$/.test(value.kind)) return;
  const line = insteadOf(name, value.source, "a");
  const json = value.kind === "text" ? `; if it is JSON: op.parse_json(${value.source}).${name}` : "";
  throw refusal(
    `${value.source} is ${kindWord(value.kind)}, which has no ${name}, in ${source}${line === undefined ? json : `; write ${line}`}`,
  );
}

const insteadOf = (name: string, value: string, first: string): string | undefined =>
  INSTEAD.get(name)?.replace(/\b[xa]\b/g, (letter) => (letter === "x" ? value : first));

/** As {@link refuseField}, for a value whose kind is known when it is there. */
export const noFieldOf = (value: unknown, name: string | number): ExpressionError =>
  refusal(
    `${kindWord(kindOf(value))} has no ${name}${typeof value === "string" && /^[[{]/.test(value) ? `; if it is JSON: op.parse_json(d.x).${name}` : ""}`,
  );

export const noMethodOf = (kind: ValueKind, name: string): ExpressionError =>
  refusal(`${kindWord(kind)} has no ${name}()`);

// Text and arithmetic.

/** Refuses what would become the text that JavaScript makes of a date, in the machine's zone. */
export function refuseText({ kind, source }: Part): void {
  if (kind !== "date") return;
  throw refusal(
    `${source} is a Date, which has no text of its own; write op.format_date(${source}), or op.timestamp(${source}) for unix ms`,
  );
}

export const textOfObject = (value: object): ExpressionError =>
  refusal(
    value instanceof Date
      ? "+ of a date joins its text; write op.timestamp(d.x) for unix ms, or op.format_date(d.x)"
      : `+ joins ${kindWord(kindOf(value))} as text; write op.to_json(d.x)`,
  );

export function refuseArithmetic(operator: string, { kind, source, type }: Part, whole: string): void {
  if (!/^(?:interval|bytes|list|object|json)$/.test(kind)) return;
  throw refusal(
    `${operator} computes with ${kind === "interval" ? `the text of the ${type ?? kind}` : kindWord(kind)} ${source} in ${whole}; compute it in the query`,
  );
}

/** Refuses a sum of decimals that are texts. */
export function refuseDecimalSum(operands: readonly Part[]): void {
  const decimals = operands.filter(({ kind }) => kind === "decimal");
  const [first] = decimals;
  if (first === undefined) return;
  throw refusal(
    `+ joins the texts of the ${first.type ?? "decimal"} in ${first.source}, not their values; write ${decimals
      .map(({ source }) => `+${source}`)
      .join(" and ")}`,
  );
}

export const noInstanceof = (source: string): ExpressionError =>
  refusal(`${source}: expressions have no instanceof; ask op.is_... or typeof`);

/** Arquero rounds BigInts down to one of the values, or mixes them with numbers. */
const INEXACT =
  /^(?:average|corr|covariance|covariancep|mean|median|quantile|stdev|stdevp|variance|variancep|bins)$/;

export function refuseAggregate(name: string, { kind, source, column }: Part): void {
  const isInexact = INEXACT.test(name);
  if (isInexact && kind === "bigint")
    throw refusal(
      `op.${name} does not take the BigInts of ${source}, which mix with no numbers; write op.${name}(op.parse_float(${column === undefined ? source : `d[${JSON.stringify(column.name)}]`})${name === "quantile" ? ", 0.5" : ""})`,
    );
  const [what, instead] = NOT_ADDED[kind] ?? [];
  if (what === undefined || instead === undefined || name === "bins") return;
  if (isInexact || /^(?:sum|product)$/.test(name))
    throw refusal(`op.${name} does not take the ${what} ${source}: ${instead(`op.${name}`, source)}`);
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
  zoned: ["timestamps with a zone", () => "op.min and op.max take them"],
  interval: ["intervals", () => "compute it in the query"],
  list: ["lists", () => "unroll them first"],
  object: ["rows", () => "name one of their fields"],
  json: ["JSON texts", () => "name one of their fields, or compute it in the query"],
  bytes: ["bytes", () => "compute it in the query"],
};

// Times.

export const noTime = (value: unknown): ExpressionError =>
  refusal(`${JSON.stringify(value)} is not a time; it is compared with dates`);

export const noYear = (value: unknown): ExpressionError =>
  refusal(`op.datetime takes a year and months, not ${String(value)}; write op.parse_date(x) for unix ms`);

// Values of two kinds.

/** Refuses comparisons that are false, or at random, for all values. */
export function refuseMixed(operator: string, left: Part, right: Part, source: string): void {
  const [one, other] = [comparedAs(left.kind), comparedAs(right.kind)];
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
  throw refusal(`${source} compares ${kindWord(left.kind)} with ${kindWord(right.kind)}${hint(left, right)}`);
}

/** What a kind is compared as; null for kinds that are compared with any. */
function comparedAs(kind: ValueKind): string | null {
  if (/^(?:number|bigint|numbers|decimal)$/.test(kind)) return "number";
  if (kind === "text" || kind === "json") return "text";
  if (kind === "date" || kind === "zoned") return "time";
  return /^(?:interval|bytes|list|object)$/.test(kind) ? kind : null;
}

function hint(left: Part, right: Part): string {
  const [texts, other] = comparedAs(left.kind) === "text" ? [left, right] : [right, left];
  if (comparedAs(texts.kind) !== "text") return "";
  if (comparedAs(other.kind) === "number") {
    const value = texts.constant?.value;
    if (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)))
      return `; write ${Number(value)}`;
    return `; write +${texts.source} for the number`;
  }
  return comparedAs(other.kind) === "time" ? `; write op.parse_date(${texts.source}) for the time` : "";
}

/** What a kind is as a key: dates and the texts of times are two. */
function keyedAs(kind: ValueKind): string {
  const group = comparedAs(kind);
  return group === null || group === "time" ? kind : group;
}

/** Refuses keys of a join that match nothing, of two kinds. Null: a key that can't be read. */
export function refuseMixedKeys(one: Part | null, other: Part | null): void {
  if (one === null || other === null || one.kind === "unknown" || other.kind === "unknown") return;
  const [left, right] = [one, other].map(({ kind }) => keyedAs(kind));
  if (left === right) return;
  const named = one.column?.name ?? one.source;
  const theirs = other.column?.name ?? other.source;
  const name = JSON.stringify(named) + (named === theirs ? "" : ` and ${JSON.stringify(theirs)}`);
  throw refusal(
    `${name}: ${kindWord(one.kind)} in one table and ${kindWord(other.kind)} in the other are never equal; make them one kind: ${conversion(named, one.kind, other.kind)}`,
  );
}

/** The line that makes two keys one kind. */
function conversion(name: string, ...kinds: readonly ValueKind[]): string {
  const field = `d[${JSON.stringify(name)}]`;
  const made = kinds.includes("date")
    ? `op.parse_date(${field})`
    : kinds.some((kind) => keyedAs(kind) === "number")
      ? `+${field}`
      : `String(${field})`;
  return `derive({ ${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: (d) => ${made} })`;
}

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
