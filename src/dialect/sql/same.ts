import { step } from "../budget.ts";
import { holds, unplaced, type Parameter, type Sql, type Variable } from "./nodes.ts";
import { withParts } from "./sql.ts";

/** Whether SQL is equal, ignoring positions in the user's statement and the names of its own relations. */
export function sameSql(a: Sql, b: Sql): boolean {
  if (!holds(a, "query")) return same(a, b, UNBOUND, null);
  const relations: RelationPairs = { own: new Set(), named: new Map() };
  if (!same(a, b, UNBOUND, relations)) return false;
  const { own, named } = relations;
  return new Set(named.values()).size === named.size && [...named].every(([x, y]) => x === y || own.has(x));
}

/** Relations of the first SQL with those of the other that stand for them; `own` are those that it declares. */
interface RelationPairs {
  readonly own: Set<string>;
  readonly named: Map<string, string>;
}

function areNamed({ named }: RelationPairs, x: string, y: string): boolean {
  if (!named.has(x)) named.set(x, y);
  return named.get(x) === y;
}

type Bound = ReadonlyMap<Variable, Variable>;
const UNBOUND: Bound = new Map();

function same(a: Sql, b: Sql, bound: Bound, relations: RelationPairs | null): boolean {
  step();
  const x = unplaced(a);
  const y = unplaced(b);
  if (x.kind === "variable") return x === y || bound.get(x) === y;
  if (x === y && bound.size === 0 && relations === null) return true;
  if (x.kind !== y.kind || x.holds !== y.holds || x.parts.length !== y.parts.length) return false;
  if (relations === null && x.size !== y.size) return false;
  if (!sameOwn(x, y, relations)) return false;
  const inner = pairedVariables(x, y, bound);
  const last = x.parts.length - 1;
  return x.parts.every((part, i) => same(part, y.parts[i]!, i === last ? inner : bound, relations));
}

/** Whether two nodes of one kind are equal, but for their parts. */
function sameOwn(x: Sql, y: Sql, relations: RelationPairs | null): boolean {
  if (relations !== null && (x.kind === "relation" || x.kind === "column")) {
    if (x.kind === "relation") relations.own.add(x.text);
    return areNamed(relations, x.text, y.text);
  }
  if (x.kind !== "case") return x.text === y.text;
  const { hasOperand, hasElse } = (y as typeof x).detail;
  return x.detail.hasOperand === hasOperand && x.detail.hasElse === hasElse;
}

const variablesOf = (parameter: Parameter): readonly Variable[] =>
  "kind" in parameter ? [parameter] : parameter.map((one) => one.variable);

/** The variables that two nodes bind for their last parts, beside those around them. */
function pairedVariables(x: Sql, y: Sql, bound: Bound): Bound {
  if (x.kind === "lambda")
    return paired(bound, x.detail.flatMap(variablesOf), (y as typeof x).detail.flatMap(variablesOf));
  return x.kind === "let" ? paired(bound, x.detail, (y as typeof x).detail) : bound;
}

function paired(bound: Bound, from: readonly Variable[], to: readonly Variable[]): Bound {
  const all = new Map(bound);
  from.forEach((variable, i) => all.set(variable, to[i]!));
  return all;
}

interface SqlEntry<V> {
  readonly sql: Sql;
  readonly value: V;
}

/**
 * What is known of SQL, looked up by equal SQL. A look-up reads its SQL once, however much SQL there is: only what has the same
 * {@link keyOf} is compared.
 */
export class SqlMap<V> {
  /** By the kind of SQL, and by key. Most have none, or columns only: no key is needed of other kinds. */
  private entries: Map<Sql["kind"], Map<number, SqlEntry<V>[]>> | null = null;

  constructor(entries: Iterable<readonly [Sql, V]> = []) {
    for (const [sql, value] of entries) this.add(sql, value);
  }

  /** Adds a value, unless equal SQL has one. @returns the value that it has */
  add(sql: Sql, value: V): V {
    const equal = this.entryOf(sql);
    if (equal !== undefined) return equal.value;
    const { kind } = unplaced(sql);
    this.entries ??= new Map();
    const ofKind = this.entries.get(kind) ?? new Map<number, SqlEntry<V>[]>();
    this.entries.set(kind, ofKind);
    const key = keyOf(sql);
    const alike = ofKind.get(key);
    if (alike === undefined) ofKind.set(key, [{ sql, value }]);
    else alike.push({ sql, value });
    return value;
  }

  get(sql: Sql): V | undefined {
    return this.entryOf(sql)?.value;
  }

  has(sql: Sql): boolean {
    return this.entryOf(sql) !== undefined;
  }

  get isEmpty(): boolean {
    return this.entries === null;
  }

  private entryOf(sql: Sql): SqlEntry<V> | undefined {
    const ofKind = this.entries?.get(unplaced(sql).kind);
    return ofKind?.get(keyOf(sql))?.find((one) => sameSql(one.sql, sql));
  }
}

/** SQL without what is equal to earlier SQL in it. */
export class SqlSet extends SqlMap<Sql> {
  constructor(all: readonly Sql[] = []) {
    super();
    for (const sql of all) this.add(sql);
  }

  override add(sql: Sql, value: Sql = sql): Sql {
    return super.add(sql, value);
  }
}

/** Whether SQL is one of a set, or has one in it. */
export const reads = (sql: Sql, some: SqlSet): boolean =>
  some.has(sql) || sql.parts.some((part) => reads(part, some));

/** Keys of nodes, with the names of their relations and without them. */
const keys = { named: new WeakMap<Sql, number>(), unnamed: new WeakMap<Sql, number>() };

/** SQL that is shorter is read again rather than remembered. */
const SHORT = 64;

/** A number that equal SQL has in common, and other SQL hardly ever. It is computed once for a long node, from those of its parts. */
function keyOf(sql: Sql, isNamed = !holds(sql, "query")): number {
  const of = unplaced(sql);
  if (of.parts.length === 0) return mixed(hashOf(ownText(of, isNamed)), of.kind.length);
  const ofAll = isNamed ? keys.named : keys.unnamed;
  const isShort = of.size < SHORT;
  let key = isShort ? undefined : ofAll.get(of);
  if (key === undefined) {
    step();
    key = mixed(hashOf(ownText(of, isNamed)), of.kind.length);
    for (const part of of.parts) key = mixed(key, keyOf(part, isNamed));
    if (!isShort) ofAll.set(of, key);
  }
  return key;
}

/** The text that equal nodes have in common. */
function ownText({ kind, text }: Sql, isNamed: boolean): string {
  if (kind === "variable") return "";
  return isNamed || (kind !== "relation" && kind !== "column") ? text : "";
}

const mixed = (hash: number, one: number): number => Math.imul(hash ^ one, 0x01000193) | 0;

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = mixed(hash, text.charCodeAt(i));
  return hash;
}

/**
 * Replaces parts equal to one of `known` by it. The engine compares expressions by text, and a failure's text contains its position, a
 * subquery's the names of its relations, so only SQL with one of these needs this.
 */
export function withKnown(sql: Sql, replacements: SqlMap<Sql>): Sql {
  if (!(holds(sql, "failure") || holds(sql, "query"))) return sql;
  return replacements.get(sql) ?? withParts(sql, (part) => withKnown(part, replacements));
}
