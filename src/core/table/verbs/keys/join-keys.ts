import { all, ColumnTable, not } from "arquero";
import { compiledText, CompiledText } from "../../expressions/compiled-text.ts";
import { isKeyed } from "../../expressions/column-kind.ts";
import { valueOf, type Part } from "../../expressions/part.ts";
import { refuseMixedKeys } from "../../expressions/refuse-mixed.ts";
import { valueOrderOf } from "../../value-order.ts";
import { arqueroVerb } from "../arquero-verb.ts";
import { one, type ReadArgument } from "../read-arguments.ts";

/** Verbs that match the rows of two tables by keys. */
export type KeyedVerb =
  "antijoin" | "join" | "join_full" | "join_left" | "join_right" | "lookup" | "semijoin";

type KeySides = readonly [unknown[], unknown[]];

/** Compiles keys of a join, of the left table and of the right; or a criterion. */
export const joinKeys: ReadArgument = (on, tables) => {
  if (typeof on === "function" || on instanceof CompiledText) return one({ criterion: true })(on, tables);
  if (!Array.isArray(on)) return on;
  return on.map((side: unknown, i) => {
    const table = tables[i];
    if (table === undefined) return side;
    const key = (own: unknown): unknown => (typeof own === "string" ? own : one()(own, [table]));
    return Array.isArray(side) ? side.map(key) : key(side);
  });
};

/**
 * Runs a join with keys that are equal where their values are, whatever their class: 1 and 1n, decimals of two scales, rows and lists.
 *
 * @throws ExpressionError for keys of two kinds, which match nothing.
 */
export function runJoin(verb: KeyedVerb, left: ColumnTable, args: readonly unknown[]): ColumnTable {
  return arqueroVerb(verb).apply(left, keyedArguments(verb, left, args));
}

export function keyedArguments(verb: KeyedVerb, left: ColumnTable, args: readonly unknown[]): unknown[] {
  const [right, on, ...rest] = args;
  const sides = right instanceof ColumnTable ? keySides(left, right, on) : null;
  if (sides === null) return [...args];
  const [lefts, rights] = sides.map((keys, i) =>
    keys.map((key) => keyPart((i === 0 ? left : right) as ColumnTable, key)),
  ) as [(Part | null)[], (Part | null)[]];
  lefts.forEach((own, i) => refuseMixedKeys(own, rights[i] ?? null));
  const areRead = (keys: readonly (Part | null)[]): keys is readonly Part[] =>
    keys.every((key) => key !== null);
  if (!areRead(lefts) || !areRead(rights) || lefts.length !== rights.length || isSimple(lefts, rights))
    return [...args];
  const keys = [keyText(lefts, rights), keyText(rights, lefts)];
  if (verb === "lookup" || verb.endsWith("ijoin")) return [right, keys, ...rest];
  const [values, ...more] = rest;
  return [right, keys, values ?? joinedColumns(verb, left, sharedKeys(sides)), ...more];
}

/** The keys of both tables: names, positions and expressions. Null for a criterion. */
export function keySides(left: ColumnTable, right: ColumnTable, on: unknown): KeySides | null {
  if (on === undefined || on === null || on === false || on === "") {
    const common = left.columnNames().filter((name) => right.columnNames().includes(name));
    return common.length === 0 ? null : [common, common];
  }
  if (typeof on === "string") return [[on], [on]];
  if (!Array.isArray(on) || on.length === 0) return null;
  const [own, other = own] = on as unknown[];
  return [[own].flat(), [other].flat()];
}

/** Keys with equal names, which are columns of both tables. */
export const sharedKeys = ([lefts, rights]: KeySides): string[] =>
  lefts.filter((name, i): name is string => typeof name === "string" && name === rights[i]);

/** What a key gives; null for what can't be a part of another expression. */
function keyPart(table: ColumnTable, key: unknown): Part | null {
  const name = typeof key === "number" ? table.columnName(key) : key;
  if (typeof name === "string" && !table.column(name)) return null;
  const own = typeof name === "string" ? compiledText([table], `d => d[${JSON.stringify(name)}]`) : name;
  return own instanceof CompiledText && own.result !== null && !own.result.code.startsWith("{")
    ? own.result
    : null;
}

/** Whether Arquero compares them by value: one key, of the same kind on both sides. */
function isSimple(lefts: readonly Part[], rights: readonly Part[]): boolean {
  const [one, other] = [lefts[0], rights[0]];
  if (lefts.length > 1 || one?.kind !== other?.kind) return false;
  return one?.kind === "moment"
    ? one.type === other?.type && !/ time zone$/i.test(one.type ?? "")
    : /^(?:number|text|boolean|date)$/.test(one?.kind ?? "");
}

function keyText(parts: readonly Part[], others: readonly Part[]): CompiledText {
  const codes = parts.map((one, i) => {
    const type = [one, others[i]].find((own) => isKeyed(own?.kind))?.type;
    const code = valueOf(one);
    return type === undefined || valueOrderOf(type) === null
      ? code
      : `(${code}==null?null:op.svc_order(${JSON.stringify(type)},${code}))`;
  });
  return new CompiledText(`(svc$d,svc$p)=>op.svc_key(${codes.join(",")})`, null, null);
}

/** The columns of a join as Arquero chooses them: those with equal names that are keys of both tables once. */
function joinedColumns(verb: KeyedVerb, left: ColumnTable, shared: readonly string[]): unknown {
  if (verb === "join_right") return [not(shared), all()];
  if (verb !== "join_full") return [all(), not(shared)];
  const own = left.columnNames().map((name) => {
    const field = JSON.stringify(name);
    return shared.includes(name)
      ? { [name]: `(a, b) => a[${field}] == null ? b[${field}] : a[${field}]` }
      : name;
  });
  return [own, not(shared)];
}
