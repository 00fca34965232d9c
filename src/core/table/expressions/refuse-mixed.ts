import { isKeyed, kindWord, type ValueKind } from "./column-kind.ts";
import { expressionError } from "./expression-refusals.ts";
import type { Part } from "./part.ts";

/** Refuses comparisons that are false, or at random, for all values. */
export function refuseMixed(operator: string, left: Part, right: Part, source: string): void {
  const [one, other] = [comparedAs(left.kind), comparedAs(right.kind)];
  if (one === null || other === null) return;
  const groups = [one, other];
  const fixed = [left, right].find(({ constant }) => constant !== undefined);
  if (one === other) {
    const json = [left, right].find(({ kind }) => kind === "json");
    if (json !== undefined && fixed?.kind === "text") refuseNoJson(operator, json, fixed, source);
    return;
  }
  if (groups.includes("number") && [left, right].some(({ kind }) => kind === "date")) return;
  // As JavaScript has it: true is 1.
  if (groups.includes("boolean") && groups.includes("number") && operator.length < 3) return;
  if (groups.includes("text") && [left, right].some(({ kind }) => kind === "moment")) return;
  // A text may be that of a time, an interval or a decimal.
  if (fixed?.kind === "text" && [left, right].some(({ kind }) => kind === "date" || isKeyed(kind))) return;
  throw expressionError(
    `${source} compares ${kindWord(left.kind)} with ${kindWord(right.kind)}${hint(left, right)}`,
  );
}

/** Refuses a text that is not JSON beside JSON text: the text "a" is `"a"` there. */
function refuseNoJson(operator: string, json: Part, { constant, source }: Part, whole: string): void {
  try {
    JSON.parse(constant?.value as string);
  } catch {
    throw expressionError(
      `${json.source} is JSON text, which ${source} is not, in ${whole}; write op.parse_json(${json.source}) ${operator} ${source}`,
    );
  }
}

/** What a kind is compared as; null for kinds that are compared with any. */
function comparedAs(kind: ValueKind): string | null {
  if (/^(?:number|bigint|numbers|decimal)$/.test(kind)) return "number";
  if (kind === "text" || kind === "json") return "text";
  if (kind === "date" || kind === "moment") return "time";
  return /^(?:boolean|interval|bytes|list|object)$/.test(kind) ? kind : null;
}

function hint(left: Part, right: Part): string {
  const moment = [left, right].find(({ kind }) => kind === "moment");
  if (moment !== undefined)
    return `; write a text such as "2024-01-31", or op.timestamp(${moment.source}) for unix ms`;
  const [texts, other] = comparedAs(left.kind) === "text" ? [left, right] : [right, left];
  if (comparedAs(texts.kind) !== "text") return "";
  const { value } = texts.constant ?? {};
  if (other.kind === "boolean" && /^(?:true|false)$/.test(String(value))) return `; write ${String(value)}`;
  if (comparedAs(other.kind) === "number") {
    if (texts.kind === "json") return `; write op.parse_json(${texts.source}) for its value`;
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
  // The text of a time may be of either.
  if (left === right || [left, right].sort().join() === "moment,text") return;
  const named = one.column?.name ?? one.source;
  const theirs = other.column?.name ?? other.source;
  const name = JSON.stringify(named) + (named === theirs ? "" : ` and ${JSON.stringify(theirs)}`);
  throw expressionError(
    `${name}: ${kindWord(one.kind)} in one table and ${kindWord(other.kind)} in the other are never equal; make them one kind: ${conversion(named, one.kind, other.kind)}`,
  );
}

/** The line that makes two keys one kind. */
function conversion(name: string, ...kinds: readonly ValueKind[]): string {
  const field = `d[${JSON.stringify(name)}]`;
  const conversion = kinds.includes("date")
    ? `op.parse_date(${field})`
    : kinds.some((kind) => keyedAs(kind) === "number")
      ? `+${field}`
      : `String(${field})`;
  return `derive({ ${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: (d) => ${conversion} })`;
}
