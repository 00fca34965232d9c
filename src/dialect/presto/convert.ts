import { bindOnce } from "../analyze/bind-once.ts";
import { coerceNested } from "../analyze/coerce.ts";
import type { Translation } from "../analyze/translation.ts";
import type { Typed } from "../analyze/typed.ts";
import { typed } from "../analyze/typed.ts";
import { valueAsText } from "../analyze/value-as-text.ts";
import { rounded, timeOf } from "../time/round-time.ts";
import {
  instantAt,
  instantOf,
  isFixed,
  minutesEast,
  offsetAtStart,
  sessionTime,
  resolveZone,
  wallClock,
  withZoneOf,
} from "../time/zones.ts";
import { hasOwnZone, MIXED_ZONE } from "../types/coercion.ts";
import { localTime } from "../time/local-time.ts";
import { engineType } from "../types/engine-type.ts";
import { isCollection, type Type, type Zoned } from "../types/type.ts";
import { arrayOf, decimalOf, isFloat, isInteger, isNumeric, mapOf, isText, sameType } from "../types/type.ts";
import { fromJson, toJson } from "./json-casts.ts";
import { engine, literal, type Sql } from "../sql/tree.ts";

const INTEGER_TEXT = engine`'\\s*[+-]?[0-9]+\\s*'`;
const DECIMAL_TEXT = engine`'[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?'`;
const FLOAT_TEXT = engine`'\\s*[+-]?(NaN|Infinity|([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?[dDfF]?)\\s*'`;
const DAY = "[+-]?[0-9]{4,}-[0-9]{1,2}-[0-9]{1,2}";
const CLOCK = "(?:[01]?[0-9]|2[0-3]):[0-9]{1,2}(?::[0-9]{1,2}(?:[.][0-9]{1,12})?)?";
const WALL_CLOCK = `${DAY}(?: ${CLOCK})?`;
const ZONE = String.raw`(?:UTC|GMT|Z|[A-Z][A-Za-z]+/[A-Za-z0-9_/+-]+|[+-][0-9]{2}:[0-9]{2})`;
/** A zone may follow, which a cast to `timestamp` ignores, as in Trino; other words, such as `PM`, are rejected. */
const TIMESTAMP_TEXT = literal(String.raw`\s*${DAY}(?: ${CLOCK}(?:\s*${ZONE})?| \s*${ZONE})?\s*`);
const DATE_TEXT = literal(String.raw`\s*${DAY}\s*`);
const UUID_TEXT = literal("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
const OFFSET = "([+-][0-9]{2}:[0-9]{2})";
const TIMETZ_TEXT = literal(String.raw`\s*${CLOCK}\s*${OFFSET}?\s*`);
const TIME_TEXT = literal(String.raw`${CLOCK}\s*`);

const wholeDigits = (type: Type): number => decimalOf(type).precision - decimalOf(type).scale;

/** CAST of Presto: all conversions in its manual, with their rounding and errors. Source: functions/conversion, language/types. */
export function convertPresto(t: Translation, value: Typed, to: Type, pos: number): Typed {
  const from = value.type;
  const made = (sql: Sql): Typed => typed(sql, to);
  const cannot = (): never => t.mismatch(`Cannot cast ${t.typeName(from)} to ${t.typeName(to)}`, pos);
  const cast = (sql = value.sql): Typed => made(engine`CAST(${t.mark(pos, sql)} AS ${engineType(to)})`);
  /** The engine drops a bare cast of a number that it compares with a constant, and with it the error of one out of range. */
  const narrowed = (): Typed =>
    from.kind === "boolean" || wholeDigits(from) < wholeDigits(to)
      ? cast()
      : made(engine`coalesce(${cast().sql}, NULL)`);
  if (from.kind === "unknown")
    return { sql: engine`CAST(NULL AS ${engineType(to)})`, type: to, constant: null };
  if (to.kind === "json") return toJson(t, value, pos);
  if (from.kind === "json") return fromJson(t, value, to, pos);
  if (isCollection(from) && from.kind === to.kind)
    return coerceNested(t, value, zonedAs(t, from, to), pos, convertPresto);
  if (isText(from) && isText(to)) return toText(value, value.sql, to);
  if (!("zone" in from) && sameType(from, to)) return { ...value, type: to };

  /** @param write - Gets the text, and an expression that fails on it. */
  const orFail = (write: (text: Sql, failure: Sql) => Sql): Typed =>
    made(
      bindOnce([value], (x) => {
        const message = engine`'Cannot cast ''' || ${x} || ${literal(`' to ${t.typeName(to).toUpperCase()}`)}`;
        return write(x, t.failing(message, pos, engineType(to), "INVALID_CAST_ARGUMENT"));
      }),
    );
  /** Converts text that matches `pattern`; fails for other text. */
  const checked = (pattern: Sql, convert: (text: Sql) => Sql): Typed =>
    orFail(
      (x, failure) =>
        engine`(CASE WHEN regexp_full_match(${x}, ${pattern}) THEN ${convert(x)} ELSE ${failure} END)`,
    );

  switch (to.kind) {
    case "boolean":
      if (isNumeric(from)) return made(engine`(${value.sql} <> 0)`);
      if (!isText(from)) return cannot();
      return orFail(
        (x, failure) =>
          engine`(CASE WHEN lower(${x}) IN ('true', 't', '1') THEN TRUE WHEN lower(${x}) IN ('false', 'f', '0') THEN FALSE ELSE ${failure} END)`,
      );
    case "tinyint":
    case "smallint":
    case "integer":
    case "bigint":
      if (from.kind === "boolean" || isInteger(from) || from.kind === "decimal")
        return isInteger(from) ? { ...value, ...narrowed() } : narrowed();
      if (isFloat(from)) {
        const whole = (x: Sql): Sql => engine`CAST(round(${x}) AS ${engineType(to)})`;
        if (from.kind === "double" || to.kind !== "bigint") return made(whole(t.mark(pos, value.sql)));
        // A real out of range is clamped, as in Java.
        const ends = (x: Sql): Sql =>
          engine`(CASE WHEN isnan(${x}) THEN ${whole(t.mark(pos, x))} WHEN ${x} >= 9223372036854775807 THEN 9223372036854775807 WHEN ${x} <= -9223372036854775807 THEN CAST('-9223372036854775808' AS BIGINT) ELSE ${whole(x)} END)`;
        return made(bindOnce([value], ends));
      }
      return isText(from)
        ? checked(INTEGER_TEXT, (x) => engine`CAST(trim(${x}) AS ${engineType(to)})`)
        : cannot();
    case "real":
    case "double":
      // As parsed by Java: a type suffix may follow the number.
      if (isText(from))
        return checked(FLOAT_TEXT, (x) => engine`CAST(rtrim(trim(${x}), 'dDfF') AS ${engineType(to)})`);
      if (from.kind === "double") return made(engine`~to_real(${value.sql})`);
      return from.kind === "boolean" || isNumeric(from) ? cast() : cannot();
    case "decimal":
      // A double is rounded by its decimal text: 1.005 to 1.01.
      if (isFloat(from))
        return cast(
          inAllDigits(
            {
              ...value,
              sql: engine`CAST(${from.kind === "real" ? engine`~real_number(${value.sql})` : value.sql} AS VARCHAR)`,
            },
            to.scale,
          ),
        );
      if (from.kind === "boolean") return cast(engine`CAST(${value.sql} AS INTEGER)`);
      if (isText(from)) return checked(DECIMAL_TEXT, (x) => cast(inAllDigits(typed(x, from), to.scale)).sql);
      return isNumeric(from) ? narrowed() : cannot();
    case "varchar":
    case "char":
      return textOf(t, value, to, pos) ?? cannot();
    case "varbinary":
      if (from.kind === "ipaddress") return made(value.sql);
      if (from.kind === "uuid") return made(engine`unhex(replace(CAST(${value.sql} AS VARCHAR), '-', ''))`);
      return isText(from) ? made(engine`encode(${value.sql})`) : cannot();
    case "date":
      if (from.kind === "timestamp") return made(engine`CAST(${value.sql} AS DATE)`);
      if (from.kind === "timestamptz") return made(engine`CAST(${wallClock(value.sql, from.zone)} AS DATE)`);
      return isText(from)
        ? checked(DATE_TEXT, (x) => engine`CAST(ltrim(trim(${x}), '+') AS DATE)`)
        : cannot();
    case "time":
      if (from.kind === "time" || from.kind === "timetz")
        return made(roundedClock(localTime(value), from.precision, to.precision));
      if (from.kind === "timestamp") return made(timeOf(value.sql, from.precision, to.precision));
      if (from.kind === "timestamptz")
        return made(timeOf(wallClock(value.sql, from.zone), from.precision, to.precision));
      return isText(from)
        ? checked(TIME_TEXT, (x) =>
            timeOf(engine`CAST(~timestamp_text('1970-01-01 ' || trim(${x})) AS TIMESTAMP)`, 6, to.precision),
          )
        : cannot();
    case "timestamp":
      if (from.kind === "date") return made(engine`CAST(${value.sql} AS TIMESTAMP)`);
      if (from.kind === "timestamp") return made(rounded(value.sql, from.precision, to.precision));
      if (from.kind === "timestamptz")
        return made(rounded(wallClock(value.sql, from.zone), from.precision, to.precision));
      if (from.kind === "time" || from.kind === "timetz")
        return made(rounded(onSessionDate(t, value), from.precision, to.precision));
      return isText(from)
        ? checked(TIMESTAMP_TEXT, (x) =>
            rounded(
              engine`CAST(~timestamp_text(regexp_extract(${x}, ${literal(WALL_CLOCK)})) AS TIMESTAMP)`,
              6,
              to.precision,
            ),
          )
        : cannot();
    case "timestamptz":
      return toInstant(t, value, to, pos) ?? cannot();
    case "timetz":
      if (!isText(from)) return toClock(t, value, to) ?? cannot();
      if (!hasOwnZone(to)) return convertPresto(t, value, { ...to, zone: MIXED_ZONE }, pos);
      return checked(TIMETZ_TEXT, (x) => {
        const offset = engine`nullif(regexp_extract(${x}, ${literal(`${OFFSET}\\s*$`)}, 1), '')`;
        const zone = engine`coalesce(regexp_replace(${offset}, '^.00:00$', 'UTC'), ${literal(offsetAtStart(t, t.zone))})`;
        const stamp = engine`CAST(~timestamp_text('1970-01-01 ' || regexp_extract(${x}, ${literal(CLOCK)})) AS TIMESTAMP)`;
        return engine`~zoned(${timeOf(stamp, 6, to.precision)} - to_minutes(~zone_minutes(${zone})), ${zone})`;
      });
    case "uuid":
      if (from.kind === "varbinary")
        return made(
          bindOnce([value], (x) => {
            const message = engine`'Invalid UUID binary length: ' || octet_length(${x})`;
            const failure = t.failing(message, pos, engine`UUID`, "INVALID_CAST_ARGUMENT");
            return engine`(CASE WHEN octet_length(${x}) <> 16 THEN ${failure} ELSE CAST(hex(${x}) AS UUID) END)`;
          }),
        );
      return isText(from) ? checked(UUID_TEXT, (x) => cast(x).sql) : cannot();
    case "ipaddress":
      if (from.kind === "varbinary") return made(engine`svc_ip_bytes(${value.sql})`);
      return isText(from) ? made(engine`svc_ip_address(${value.sql})`) : cannot();
    default:
      return cannot();
  }
}

/** The target type with time zones: instants keep their zone; instants parsed from text have the text's zone. */
function zonedAs(t: Translation, from: Type, to: Type): Type {
  if ("zone" in to) {
    const isOffset = "zone" in from && (to.kind === from.kind || isFixed(from.zone));
    const session = to.kind === "timetz" ? offsetAtStart(t, t.zone) : t.zone;
    return { ...to, zone: isOffset ? from.zone : isText(from) || "zone" in from ? MIXED_ZONE : session };
  }
  if (from.kind === "array" && to.kind === "array") return arrayOf(zonedAs(t, from.element, to.element));
  if (from.kind === "map" && to.kind === "map")
    return mapOf(zonedAs(t, from.key, to.key), zonedAs(t, from.value, to.value));
  if (from.kind === "row" && to.kind === "row" && from.fields.length === to.fields.length)
    return {
      kind: "row",
      fields: to.fields.map((field, i) => ({ ...field, type: zonedAs(t, from.fields[i]!.type, field.type) })),
    };
  return to;
}

/** Text as the widest decimal: for a narrower type the engine miscounts the digits of a text such as `2.5e3`. */
const inAllDigits = (text: Typed, scale: number): Sql =>
  bindOnce([text], (x) => engine`CAST(~decimal_text(${x}, ${scale}) AS DECIMAL(38,${scale}))`);

/** A time of day with another precision. */
const roundedClock = (time: Sql, from: number, to: number): Sql =>
  from <= to ? time : timeOf(engine`DATE '1970-01-01' + ${time}`, from, to);

/** The local time of a time of day, today in the session's zone. */
const onSessionDate = (t: Translation, value: Typed): Sql =>
  engine`(CAST(${sessionTime(t)} AS DATE) + ${localTime(value)})`;

/** CAST to `time with time zone`: a time without an offset has the session's. */
function toClock(t: Translation, value: Typed, to: Zoned): Typed | null {
  const from = value.type;
  if (!("precision" in from) || from.kind === "decimal") return null;
  if (from.kind === "timetz")
    return typed(withZoneOf(value, roundedClock(instantOf(value), from.precision, to.precision)), {
      ...to,
      zone: from.zone,
    });
  if (from.kind === "timestamptz" && !isFixed(from.zone)) {
    const minutes = engine`date_diff('minute', ${instantOf(value)}, ${localTime(value)})`;
    const zone = engine`replace(~offset_after(${minutes}), 'Z', 'UTC')`;
    const time = timeOf(instantOf(value), from.precision, to.precision);
    return typed(engine`~zoned(${time}, ${zone})`, { ...to, zone: MIXED_ZONE });
  }
  const zone = offsetAtStart(t, from.kind === "timestamptz" ? from.zone : t.zone);
  const local =
    from.kind === "time"
      ? roundedClock(value.sql, from.precision, to.precision)
      : timeOf(localTime(value), from.precision, to.precision);
  return typed(instantAt(local, zone), { ...to, zone });
}

function toText(value: Typed, sql: Sql, to: Type): Typed {
  const from = value.type;
  const keep =
    to.kind === "varchar" &&
    (to.length === null || ("length" in from && from.length !== null && from.length <= to.length));
  const text: Typed = {
    ...value,
    sql: keep ? sql : engine`left(${sql}, ${(to as { length: number }).length})`,
    type: to,
  };
  if (to.kind === "char") return { ...text, sql: engine`rpad(${text.sql}, ${to.length}, ' ')` };
  return text;
}

function textOf(t: Translation, value: Typed, to: Type, pos: number): Typed | null {
  const from = value.type;
  const { sql } = value;
  const shown = (): Sql | null => {
    if (from.kind === "boolean" || isInteger(from)) return engine`CAST(${sql} AS VARCHAR)`;
    if (from.kind === "double") return engine`~scientific_text(${sql})`;
    // Always seven digits.
    if (from.kind === "real")
      return engine`~scientific_text(CAST(printf('%.6e', CAST(${sql} AS DOUBLE)) AS DOUBLE))`;
    return valueAsText(t, sql, from);
  };
  const text = shown();
  if (text === null || to.kind !== "varchar" || to.length === null)
    return text === null ? null : toText(typed(sql, from), text, to);
  const { length } = to;
  const failed = (x: Sql): Sql =>
    t.failing(
      engine`'Value ' || ${x} || ${literal(` cannot be represented as varchar(${length})`)}`,
      pos,
      engine`VARCHAR`,
      "INVALID_CAST_ARGUMENT",
    );
  return typed(
    bindOnce(
      [typed(text, to)],
      (x) => engine`(CASE WHEN length(${x}) > ${length} THEN ${failed(x)} ELSE ${x} END)`,
    ),
    to,
  );
}

function toInstant(t: Translation, value: Typed, to: Zoned, pos: number): Typed | null {
  const from = value.type;
  if (from.kind === "timestamptz") {
    const instant = rounded(instantOf(value), from.precision, to.precision);
    return typed(withZoneOf(value, instant), { ...to, zone: from.zone });
  }
  const session = t.zone;
  const inSession = { ...to, zone: session };
  if (from.kind === "date")
    return typed(instantAt(engine`CAST(${value.sql} AS TIMESTAMP)`, session), inSession);
  if (from.kind === "timestamp")
    return typed(instantAt(rounded(value.sql, from.precision, to.precision), session), inSession);
  if (from.kind === "timetz") {
    const instant = engine`(${onSessionDate(t, value)} - to_minutes(${minutesEast(value)}))`;
    return typed(withZoneOf(value, rounded(instant, from.precision, to.precision)), {
      ...to,
      zone: from.zone,
    });
  }
  if (from.kind === "time")
    return typed(
      instantAt(rounded(onSessionDate(t, value), from.precision, to.precision), session),
      inSession,
    );
  if (!isText(from)) return null;
  if (typeof value.constant === "string") {
    const match = new RegExp(String.raw`^\s*(${WALL_CLOCK})\s*([A-Za-z+-][\w/:+-]*)?\s*$`).exec(
      value.constant,
    );
    const zone = match?.[2] === undefined ? session : resolveZone(match[2]);
    if (match === null || zone === null)
      return typed(
        t.failing(
          `Cannot cast '${value.constant}' to TIMESTAMP WITH TIME ZONE`,
          pos,
          engineType(to),
          "INVALID_CAST_ARGUMENT",
        ),
        inSession,
      );
    const text = match[1]!;
    const stamp = convertPresto(
      t,
      { sql: literal(text), type: from, constant: text },
      { kind: "timestamp", precision: to.precision },
      pos,
    );
    return typed(instantAt(stamp.sql, zone), { ...to, zone });
  }
  const form = String.raw`(?s)^(?:\s*(${WALL_CLOCK})\s*([A-Za-z][A-Za-z0-9_/+-]*|[+-][0-9]{2}:[0-9]{2})?\s*|(.*))$`;
  const parts = engine`regexp_extract(${value.sql}, ${literal(form)}, ['t', 'z', 'other'])`;
  const sql = bindOnce([typed(parts, value.type)], (p) => {
    const stamp = convertPresto(
      t,
      typed(engine`(${p}['t'] || ${p}['other'])`, from),
      { kind: "timestamp", precision: to.precision },
      pos,
    );
    const zone = engine`(CASE WHEN ${p}['z'] = '' THEN ${literal(session)} ELSE svc_zone(${p}['z']) END)`;
    return engine`~zoned(~instant_in(${stamp.sql}, ${zone}), ${zone})`;
  });
  return typed(sql, { ...to, zone: MIXED_ZONE });
}
