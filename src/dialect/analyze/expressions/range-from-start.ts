import { isFloat, isInteger, isInterval, type Type } from "../../types/type.ts";
import { engine, type Sql, literal, typeSql } from "../../sql/tree.ts";

/** A frame `RANGE BETWEEN UNBOUNDED PRECEDING AND n PRECEDING` as one that starts at a distance. */
export interface RangeFromStart {
  readonly key: Sql;
  readonly start: Sql;
  readonly end: (distance: Sql) => Sql;
}

/** A type that reaches past every key: no distance, its ends, and the distance from a key to one of them. */
interface KeyLine {
  readonly type: Sql;
  readonly zero: Sql;
  readonly bottom: Sql;
  readonly top: Sql;
  readonly toBottom: (key: Sql) => Sql;
  readonly toTop: (key: Sql) => Sql;
}

/**
 * The engine looks for the end of such a frame between limits that it sets only for frames with another start, so what it reads there is
 * left over from other work. With a distance at both ends it sets them. Rows without a key stand at an end and reach to their equals.
 *
 * @returns null for keys that have no such form.
 */
export function rangeFromStart(
  value: Sql,
  type: Type,
  { descending, nullsFirst }: { readonly descending: boolean; readonly nullsFirst: boolean },
): RangeFromStart | null {
  const line = lineOf(type);
  if (line === null) return null;
  const key = engine`coalesce(CAST(${value} AS ${line.type}), ${descending === nullsFirst ? line.top : line.bottom})`;
  const start = descending ? line.toTop(key) : line.toBottom(key);
  return {
    key,
    start: nullsFirst ? engine`(CASE WHEN ${value} IS NULL THEN ${line.zero} ELSE ${start} END)` : start,
    end: (distance) => engine`(CASE WHEN ${value} IS NULL THEN ${line.zero} ELSE ${distance} END)`,
  };
}

function lineOf(type: Type): KeyLine | null {
  if (isInteger(type) || isInterval(type))
    return between(typeSql("HUGEINT"), "0", ["-73786976294838206464", "73786976294838206464"]);
  if (type.kind === "decimal" && type.precision < 38) {
    const end = `4e${37 - type.scale}`;
    return between(typeSql(`DECIMAL(38,${type.scale})`), "0", [`-${end}`, end]);
  }
  if (type.kind === "date" || type.kind === "timestamp" || type.kind === "timestamptz") {
    const ends = ["140000-01-01 (BC) 00:00:00", "140000-01-01 00:00:00"] as const;
    return { ...between(typeSql("TIMESTAMP"), ends[0], ends), zero: engine`to_days(0)` };
  }
  if (isFloat(type)) {
    const far = engine`CAST('infinity' AS DOUBLE)`;
    // An infinite key has no distance to the infinity of rows without a key.
    const line = between(typeSql("DOUBLE"), "0", ["-1.7976931348623157e308", "1.7976931348623157e308"]);
    return { ...line, toBottom: () => far, toTop: () => far };
  }
  return null;
}

function between(type: Sql, zero: string, ends: readonly [string, string]): KeyLine {
  const [none, bottom, top] = [zero, ...ends].map((text) => engine`CAST(${literal(text)} AS ${type})`);
  return {
    type,
    zero: none!,
    bottom: bottom!,
    top: top!,
    toBottom: (key) => engine`(${key} - ${bottom!})`,
    toTop: (key) => engine`(${top!} - ${key})`,
  };
}
