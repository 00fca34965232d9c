import type { Expr, FrameBound, SortItem, WindowSpec } from "../../parse/ast.ts";
import { coerce } from "../coerce.ts";
import { equalForm } from "../equal-form.ts";
import { commonType } from "../../types/coercion.ts";
import { rangeFromStart } from "./range-from-start.ts";
import { nullsOf, sortSql } from "./sort.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import type { Typed } from "../typed.ts";
import { engineInterval, isTimeType } from "../operators/time-arithmetic.ts";
import { instantOf } from "../../time/zones.ts";
import { BIGINT, isInteger, isInterval, isNumeric, isText, type Type } from "../../types/type.ts";
import { commas, engine, literal, sequence, type Sql, word } from "../../sql/tree.ts";

type WindowFrame = NonNullable<WindowSpec["frame"]>;

/** The clauses of OVER, including those inherited from a named window. @param name - The function called over it, if any. */
export function windowSql(t: Translation, spec: WindowSpec, scope: Scope, name?: string): Sql {
  const { partitionBy, orderBy, frame } = withBase(t, spec, scope);
  if (!t.hive && /^(?:lag|lead)$/i.test(name ?? "")) {
    if (frame !== null) t.fail("INVALID_WINDOW_FRAME", `${name} can't have a window frame`, spec.pos);
    if (orderBy.length === 0)
      t.fail("MISSING_ORDER_BY", `${name} needs an ORDER BY in its OVER clause`, spec.pos);
  }
  const parts: Sql[] = [];
  const ownKeys = partitionKeys(t, partitionBy, scope);
  // Of all rows in no order, the engine gives the first one whatever the frame is.
  const first = frame !== null && orderBy.length === 0 && /^(?:first|nth)_value$/i.test(name ?? "");
  const keys = ownKeys.length === 0 && first ? [word("true")] : ownKeys;
  if (keys.length > 0) parts.push(engine`PARTITION BY ${commas(keys)}`);
  const values = orderBy.map(({ expr }) => sortValue(t, inOver(t, expr, scope), frame, scope));
  const frameClause = frame === null ? null : frameSql(t, frame, orderBy, values, spec.pos, scope);
  const sorted = frameClause?.key == null ? values : [{ ...values[0]!, sql: frameClause.key, type: BIGINT }];
  if (orderBy.length > 0)
    parts.push(engine`ORDER BY ${sortSql(t, orderBy, sorted, frame?.unit === "RANGE" && isMeasured(frame))}`);
  if (frameClause !== null) parts.push(frameClause.sql);
  return engine`(${sequence(parts.flatMap((part, i) => (i === 0 ? [part] : [word(" "), part])))})`;
}

/**
 * Refuses a window function inside of an aggregate or a window, and an aggregate inside of an aggregate.
 *
 * @param isOver - Whether it is inside of a window, which may be over groups.
 */
export function refuseNested(
  t: Translation,
  value: Typed,
  where: string,
  pos: number,
  isOver: boolean,
): void {
  if (value.windowed)
    t.fail("NESTED_WINDOW", `${where} can't hold window functions; compute them in a subquery`, pos);
  if (value.aggregate && !isOver)
    t.fail("NESTED_AGGREGATION", `${where} can't hold aggregates; compute them in a subquery`, pos);
}

/** A value in an OVER clause. */
function inOver(t: Translation, expr: Expr, scope: Scope): Typed {
  const value = t.expression(expr, scope);
  refuseNested(t, value, "an OVER clause", expr.pos, true);
  return value;
}

/** A query's named windows; unused ones are checked too. */
export function namedWindows(
  t: Translation,
  windows: readonly { readonly name: { text: string; pos: number }; readonly spec: WindowSpec }[],
  scope: Scope,
): Scope {
  if (windows.length === 0 && scope.windows.size === 0) return scope;
  const named = new Map<string, WindowSpec>();
  const inner: Scope = { ...scope, windows: named };
  for (const { name, spec } of windows) {
    const key = name.text.toLowerCase();
    if (named.has(key)) t.fail("DUPLICATE_WINDOW_NAME", `window '${name.text}' is defined twice`, name.pos);
    windowSql(t, spec, inner);
    named.set(key, { ...withBase(t, spec, inner), base: null });
  }
  return inner;
}

/** In a RANGE frame with a distance, a narrow integer counts as the wider one that the distance is. */
function sortValue(t: Translation, value: Typed, frame: WindowSpec["frame"], scope: Scope): Typed {
  if (frame?.unit !== "RANGE" || !isInteger(value.type)) return value;
  const reaches = [frame.start, frame.end].flatMap(({ offset }) =>
    offset ? [t.expression(offset, scope).type] : [],
  );
  const type = reaches.filter(isInteger).reduce((a, b) => commonType(a, b, t.dialect) ?? a, value.type);
  return coerce(t, value, type, 0);
}

function withBase(t: Translation, spec: WindowSpec, scope: Scope): WindowSpec {
  if (spec.base === null) return spec;
  const { text, pos } = spec.base;
  const named = scope.windows.get(text.toLowerCase());
  if (named === undefined) return t.fail("INVALID_WINDOW_REFERENCE", `window '${text}' is not defined`, pos);
  const base = withBase(t, named, scope);
  const isAlone = spec.partitionBy.length === 0 && spec.orderBy.length === 0 && spec.frame === null;
  if (!t.hive && !isAlone) {
    if (spec.partitionBy.length > 0)
      t.syntaxError(`a window that builds on '${text}' can't have a PARTITION BY`, pos);
    if (spec.orderBy.length > 0 && base.orderBy.length > 0)
      t.syntaxError(`window '${text}' has an ORDER BY already`, pos);
    if (base.frame !== null) t.syntaxError(`window '${text}' has a frame and can't be added to`, pos);
  }
  return {
    ...spec,
    partitionBy: spec.partitionBy.length > 0 ? spec.partitionBy : base.partitionBy,
    orderBy: spec.orderBy.length > 0 ? spec.orderBy : base.orderBy,
    frame: spec.frame ?? base.frame,
  };
}

/**
 * The keys of PARTITION BY. Of two windows with as many keys, the engine takes (a, a) for the same partitions as (a, b), also where only the
 * condition of a join makes two keys equal. So of those with as many keys all have a constant of their own, or there is one alone.
 */
function partitionKeys(t: Translation, exprs: readonly Expr[], scope: Scope): readonly Sql[] {
  const keys = exprs.map((expr) => equalForm(t, inOver(t, expr, scope), expr.pos).sql);
  if (keys.length < 2) return keys;
  const { partitions, partitionMarks } = scope.block;
  const all = commas(keys);
  const equal = partitions.get(all);
  if (equal !== undefined) return equal;
  let count = keys.length;
  if (partitionMarks.has(count))
    do count += 1;
    while (partitionMarks.get(count) === null);
  const marked = partitionMarks.get(count) ?? 0;
  partitionMarks.set(count, count === keys.length ? null : marked + 1);
  const marks = new Array<Sql>(count - keys.length).fill(literal(`partition ${marked + 1}`));
  return partitions.add(all, [...keys, ...marks]);
}

/** Whether the frame has a distance. */
const isMeasured = (frame: WindowFrame | null): boolean =>
  (frame?.start.offset ?? frame?.end.offset ?? null) !== null;

function frameSql(
  t: Translation,
  frame: WindowFrame,
  orderBy: readonly SortItem[],
  values: readonly Typed[],
  pos: number,
  scope: Scope,
): { readonly sql: Sql; readonly key: Sql | null } {
  checkEnds(t, frame, pos);
  const measured = isMeasured(frame);
  if (measured && frame.unit !== "ROWS" && orderBy.length === 0)
    t.fail("MISSING_ORDER_BY", `a ${frame.unit} frame of a distance needs an ORDER BY`, pos);
  if (measured && frame.unit === "RANGE" && orderBy.length > 1)
    t.fail("INVALID_ORDER_BY", "a RANGE frame of a distance needs a single value to order by", pos);
  const key = frame.unit === "RANGE" && measured ? values[0]!.type : null;
  if (key !== null && isText(key))
    t.mismatch(
      `a RANGE frame needs a number or a time to order by, not ${t.typeName(key)}`,
      orderBy[0]!.expr.pos,
    );
  const sql = (start: Sql, end: Sql): Sql =>
    sequence([word(`${frame.unit} BETWEEN `), start, word(" AND "), end]);
  const whole =
    key !== null && frame.start.kind === "unboundedPreceding" && frame.end.kind === "preceding"
      ? rangeFromStart(instantOf(values[0]!), key, {
          descending: orderBy[0]!.descending,
          nullsFirst: nullsOf(t, orderBy[0]!) === "first",
        })
      : null;
  if (whole === null) {
    const [start, end] = [frame.start, frame.end].map((bound) => boundSql(t, bound, frame.unit, key, scope));
    return { sql: sql(start!, end!), key: null };
  }
  const end = whole.end(distanceSql(t, frame.end, frame.unit, key, scope)!);
  return { sql: sql(engine`${whole.start} PRECEDING`, engine`${end} PRECEDING`), key: whole.key };
}

/** The ends of a frame in their order. */
const BOUNDS: Readonly<Record<FrameBound["kind"], string>> = {
  unboundedPreceding: "UNBOUNDED PRECEDING",
  preceding: "PRECEDING",
  current: "CURRENT ROW",
  following: "FOLLOWING",
  unboundedFollowing: "UNBOUNDED FOLLOWING",
};

const ORDER = Object.keys(BOUNDS);

function checkEnds(t: Translation, { start, end }: WindowFrame, pos: number): void {
  const [from, to] = [start, end].map(({ kind }) => ORDER.indexOf(kind)) as [number, number];
  if (from > to || from === ORDER.length - 1 || to === 0)
    t.fail("INVALID_WINDOW_FRAME", "the window frame ends before it starts", pos);
}

function boundSql(t: Translation, bound: FrameBound, unit: string, key: Type | null, scope: Scope): Sql {
  const end = word(BOUNDS[bound.kind]);
  const reach = distanceSql(t, bound, unit, key, scope);
  return reach === null ? end : engine`${reach} ${end}`;
}

function distanceSql(
  t: Translation,
  { offset }: FrameBound,
  unit: string,
  key: Type | null,
  scope: Scope,
): Sql | null {
  if (offset === undefined) return null;
  const value = inOver(t, offset, scope);
  return t.hive ? hiveDistance(value, key) : distance(t, value, unit, key, offset.pos);
}

/** In Hive numbers count days of dates and seconds of timestamps. */
function hiveDistance(offset: Typed, key: Type | null): Sql {
  if (!isNumeric(offset.type)) return key !== null && isTimeType(key) ? engineInterval(offset) : offset.sql;
  if (key?.kind === "timestamp") return engine`to_seconds(${offset.sql})`;
  return key?.kind === "date" ? engine`to_days(CAST(${offset.sql} AS INTEGER))` : offset.sql;
}

/** A frame's distance: a count of rows or groups, or for RANGE a number or interval that fits the type of the sort key. */
function distance(t: Translation, offset: Typed, unit: string, key: Type | null, pos: number): Sql {
  const name = t.typeName(offset.type);
  if (key !== null) {
    const fits = isNumeric(key)
      ? isNumeric(offset.type)
      : isInterval(offset.type) && (!isInterval(key) || key.kind === offset.type.kind);
    if (!fits) t.mismatch(`a RANGE frame over ${t.typeName(key)} can't reach as far as ${name}`, pos);
  } else if (!isInteger(offset.type) && !(offset.type.kind === "decimal" && offset.type.scale === 0))
    t.mismatch(`a ${unit} frame reaches a whole number of rows, not ${name}`, pos);
  const reach = (sql: Sql): Sql =>
    key !== null && isTimeType(key) ? engineInterval({ ...offset, sql }) : sql;
  if (typeof offset.constant === "number" && offset.constant >= 0) return reach(offset.sql);
  const message = "Window frame offset value must not be negative or null";
  const failure = t.failing(message, pos, offset.type, "INVALID_WINDOW_FRAME");
  return reach(engine`(CASE WHEN ${offset.sql} >= 0 THEN ${offset.sql} ELSE ${failure} END)`);
}
