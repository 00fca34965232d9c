import {
  BIGINT,
  DOUBLE,
  isFloat,
  isInteger,
  isInterval,
  isNumeric,
  simple,
  type Type,
  DATE,
} from "../../types/type.ts";
import { comparisonType } from "../../types/coercion.ts";
import { throughLocal } from "../../time/local-time.ts";
import { instantOf, withZoneOf } from "../../time/zones.ts";
import { bindOnce, writeBound } from "../bind-once.ts";
import { coerce } from "../coerce.ts";
import type { Translation } from "../translation.ts";
import { withType, type Typed } from "../typed.ts";
import { engine, type Sql, binary, chain, group } from "../../sql/tree.ts";

const DAY_MS = 86400000;
export const isTimeType = (type: Type): boolean =>
  ["date", "time", "timetz", "timestamp", "timestamptz"].includes(type.kind);

/** `+ - * /` on dates, times and intervals; null when neither side is one. */
export function analyzeTimeArithmetic(
  t: Translation,
  op: string,
  left: Typed,
  right: Typed,
  pos: number,
): Typed | null {
  if (![left, right].some(({ type }) => isTimeType(type) || isInterval(type))) return null;
  if (left.type.kind === "unknown")
    return analyzeTimeArithmetic(
      t,
      op,
      coerce(t, left, otherOperandType(op, right.type, "left"), pos),
      right,
      pos,
    );
  if (right.type.kind === "unknown")
    return analyzeTimeArithmetic(
      t,
      op,
      left,
      coerce(t, right, otherOperandType(op, left.type, "right"), pos),
      pos,
    );
  const [a, b] = [left.type, right.type];
  if (op === "+" && isInterval(a) && isTimeType(b)) return addInterval(t, "+", right, left, pos);
  if ((op === "+" || op === "-") && isInterval(b)) {
    if (isTimeType(a)) return addInterval(t, op, left, right, pos);
    if (a.kind === b.kind) return withType(group(binary(op, left.sql, right.sql)), a);
    if (t.hive && a.kind === "varchar")
      return addInterval(t, op, coerce(t, left, { kind: "timestamp", precision: 6 }, pos), right, pos);
  }
  if (t.hive && (op === "+" || op === "-") && a.kind === "date" && isInteger(b))
    return withType(engine`CAST(${binary(op, left.sql, engine`CAST(${right.sql} AS INTEGER)`)} AS DATE)`, a);
  const common = isTimeType(a) && isTimeType(b) ? comparisonType(a, b, t.dialect) : null;
  if (op === "-" && common !== null) return subtract(t, left, right, common, pos);
  if (op === "*" && isInterval(a) && isNumeric(b)) return scale(t, left, right, "*", pos);
  if (op === "*" && isInterval(b) && isNumeric(a)) return scale(t, right, left, "*", pos);
  if (op === "/" && isInterval(a) && isNumeric(b)) return scale(t, left, right, "/", pos);
  return t.mismatch(`cannot apply operator: ${t.typeName(a)} ${op} ${t.typeName(b)}`, pos);
}

/** The type that a null operand takes beside the other one. */
function otherOperandType(op: string, other: Type, side: "left" | "right"): Type {
  if (op === "*" || op === "/") return DOUBLE;
  return isInterval(other) || (op === "-" && side === "left") ? other : simple("intervalDaySecond");
}

/** The interval in the engine's own type, to add it to a time. */
export const engineInterval = ({ sql, type }: Typed): Sql =>
  type.kind === "intervalYearMonth" ? engine`to_months(${sql})` : engine`to_microseconds(${sql})`;

const WHOLE_DAYS = "Cannot add hour, minutes or seconds to a date";

function addInterval(t: Translation, op: string, time: Typed, interval: Typed, pos: number): Typed {
  const yearMonth = interval.type.kind === "intervalYearMonth";
  const sum = (sql: Sql): Sql => group(binary(op, sql, engineInterval(interval)));
  if (time.type.kind === "date") {
    // In Hive a date plus days, hours or seconds is a timestamp.
    if (t.hive && !yearMonth)
      return withType(sum(engine`CAST(${time.sql} AS TIMESTAMP)`), { kind: "timestamp", precision: 6 });
    const part = !yearMonth && typeof interval.constant === "number" && interval.constant % DAY_MS !== 0;
    if (part) t.failEarly(WHOLE_DAYS, pos);
    if (yearMonth) return withType(engine`CAST(${sum(time.sql)} AS DATE)`, time.type);
    const moved = (micros: Sql): Sql =>
      engine`CAST(${binary(op, time.sql, engine`CAST(${micros} // ${DAY_MS * 1000} AS INTEGER)`)} AS DATE)`;
    if (interval.constant !== undefined && !part) return withType(moved(interval.sql), time.type);
    return withType(
      bindOnce([interval], (i) => {
        const failure = t.failing(WHOLE_DAYS, pos, DATE);
        return engine`(CASE WHEN ${i} % ${DAY_MS * 1000} <> 0 THEN ${failure} ELSE ${moved(i)} END)`;
      }),
      time.type,
    );
  }
  const type = time.type as Extract<Type, { kind: "time" | "timetz" | "timestamp" | "timestamptz" }>;
  if (yearMonth && (type.kind === "time" || type.kind === "timetz"))
    return t.mismatch("cannot add an interval year to month to a time", pos);
  const precise = yearMonth ? type : { ...type, precision: Math.max(3, type.precision) };
  return yearMonth ? throughLocal(time, sum) : withType(withZoneOf(time, sum(instantOf(time))), precise);
}

function subtract(t: Translation, left: Typed, right: Typed, type: Type, pos: number): Typed {
  const interval = simple("intervalDaySecond");
  const [a, b] = [coerce(t, left, type, pos), coerce(t, right, type, pos)];
  if (type.kind === "date")
    return withType(engine`(CAST(${a.sql} - ${b.sql} AS BIGINT) * ${DAY_MS * 1000})`, interval);
  // Presto's intervals are in milliseconds.
  return writeBound(
    [withType(engine`date_diff('microsecond', ${b.sql}, ${a.sql})`, BIGINT, a, b)],
    ([micros]) => withType(t.hive ? micros!.sql : engine`~round_micros(${micros!.sql}, 1000)`, interval),
  );
}

function scale(t: Translation, interval: Typed, operand: Typed, op: string, pos: number): Typed {
  const factor = t.hive ? operand : { ...operand, sql: checkedFactor(t, operand, op, pos) };
  if (interval.type.kind === "intervalYearMonth") {
    const sql = engine`CAST(trunc(${binary(op, interval.sql, factor.sql)}) AS INTEGER)`;
    return withType(sql, interval.type);
  }
  const by = op === "/" && isInteger(factor.type) ? "//" : op;
  const number = factor.type.kind === "decimal" ? engine`CAST(${factor.sql} AS DOUBLE)` : factor.sql;
  const sql = t.hive
    ? engine`CAST(${binary(by, interval.sql, factor.sql)} AS BIGINT)`
    : engine`(CAST(trunc(${binary(by, engine`${interval.sql} // 1000`, number)}) AS BIGINT) * 1000)`;
  return withType(sql, interval.type);
}

/** A factor or divisor of an interval, which fails for NaN and for a divisor of 0. */
function checkedFactor(t: Translation, factor: Typed, op: string, pos: number): Sql {
  if (typeof factor.constant === "number" && factor.constant !== 0) return factor.sql;
  if (op === "*" && !isFloat(factor.type)) return factor.sql;
  return bindOnce([factor], (x) => {
    const isNan = isFloat(factor.type) ? [engine`isnan(${x})`] : [];
    const wrong = chain("OR", [...isNan, ...(op === "/" ? [engine`${x} = 0`] : [])]);
    const message = `an interval can't be ${op === "/" ? "divided by 0 or NaN" : "multiplied by NaN"}`;
    const failure = t.failing(message, pos, factor.type);
    return engine`(CASE WHEN ${wrong} THEN ${failure} ELSE ${x} END)`;
  });
}
