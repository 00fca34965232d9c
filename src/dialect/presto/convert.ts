import { bindOnce } from "../analyze/bind-once.ts";
import { decimalToFloat } from "../analyze/operators/decimals.ts";
import { coerceNested } from "../analyze/coerce.ts";
import type { Translation } from "../analyze/translation.ts";
import { type Typed, withSql, withType } from "../analyze/typed.ts";
import { instantAt, isFixed, offsetAtStart, resolveZone } from "../time/zones.ts";
import { hasOwnZone, MIXED_ZONE } from "../types/coercion.ts";
import { engineType } from "../types/engine-type.ts";
import {
  arrayOf,
  decimal,
  decimalOf,
  isCollection,
  isFloat,
  isInteger,
  isNumeric,
  mapOf,
  isText,
  sameType,
  simple,
  type Type,
  VARCHAR,
  type Zoned,
} from "../types/type.ts";
import { rounded, timeOf } from "../time/local-time.ts";
import { convertTime } from "./convert-time.ts";
import { convertToText } from "./convert-to-text.ts";
import { fromJson, toJson } from "./json-casts.ts";
import { engine, literal, type Sql } from "../sql/tree.ts";

const INTEGER_TEXT = engine`'\\s*[+-]?[0-9]+\\s*'`;
const DECIMAL_TEXT = engine`'[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?'`;
const FLOAT_TEXT = engine`'\\s*[+-]?(NaN|Infinity|([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?[dDfF]?)\\s*'`;
const DAY = "[+-]?[0-9]{4,}-[0-9]{1,2}-[0-9]{1,2}";
const CLOCK = "(?:[01]?[0-9]|2[0-3]):[0-9]{1,2}(?::[0-9]{1,2}(?:[.][0-9]{1,12})?)?";
const WALL_CLOCK = `${DAY}(?: ${CLOCK})?`;
const ZONE = String.raw`(?:UTC|GMT|Z|[A-Z][A-Za-z]+/[A-Za-z0-9_/+-]+|[+-][0-9]{2}:[0-9]{2})`;
/** A zone may follow, whose local time is meant, as in Trino; other words, such as `PM`, are rejected. */
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
  if (from.kind === "unknown")
    return { sql: engine`CAST(NULL AS ${engineType(to)})`, type: to, constant: null };
  if (to.kind === "json") return toJson(t, value, pos);
  if (from.kind === "json") return fromJson(t, value, to, pos);
  if (isCollection(from) && from.kind === to.kind)
    return coerceNested(t, value, zonedAs(t, from, to), pos, convertPresto);
  if (to.kind === "varchar" || to.kind === "char") return convertToText(t, value, to, pos) ?? cannot();
  if (!("zone" in from) && sameType(from, to)) return { ...value, type: to };
  const convert = isText(from)
    ? fromText
    : isTime(from)
      ? convertTime
      : isBytes(from)
        ? fromBytes
        : fromNumber;
  return convert(t, value, to, pos) ?? cannot();

  function cannot(): never {
    return t.mismatch(`Cannot cast ${t.typeName(from)} to ${t.typeName(to)}`, pos);
  }
}

const castTo = (to: Type, sql: Sql): Sql => engine`CAST(${sql} AS ${engineType(to)})`;

function fromText(t: Translation, value: Typed, to: Type, pos: number): Typed | null {
  if (to.kind === "varbinary") return withType(engine`encode(${value.sql})`, to);
  if (to.kind === "ipaddress") return withType(engine`svc_ip_address(${value.sql})`, to);
  if (to.kind === "timestamptz") return textToInstant(t, value, to, pos);
  if (to.kind === "timetz" && !hasOwnZone(to)) return fromText(t, value, { ...to, zone: MIXED_ZONE }, pos);
  const form = to.kind === "boolean" ? null : textForm(t, to, pos);
  if (form === null && to.kind !== "boolean") return null;
  const sql = bindOnce([value], (x) => {
    const message = engine`'Cannot cast ''' || ${x} || ${literal(`' to ${t.typeName(to).toUpperCase()}`)}`;
    const failure = t.failing(message, pos, to, "INVALID_CAST_ARGUMENT");
    if (form === null)
      return engine`(CASE WHEN lower(${x}) IN ('true', 't', '1') THEN TRUE WHEN lower(${x}) IN ('false', 'f', '0') THEN FALSE ELSE ${failure} END)`;
    return engine`(CASE WHEN regexp_full_match(${x}, ${form.pattern}) THEN ${form.read(x)} ELSE ${failure} END)`;
  });
  return withType(sql, to);
}

interface CastText {
  readonly pattern: Sql;
  readonly read: (text: Sql) => Sql;
}

/** The texts that a cast takes, and how it reads them. */
function textForm(t: Translation, to: Type, pos: number): CastText | null {
  const like = (pattern: Sql, read: CastText["read"]): CastText => ({ pattern, read });
  // The engine truncates to microseconds.
  const stamp = (clock: Sql): Sql =>
    "precision" in to && to.precision === 6
      ? engine`~rounded_stamp(${clock})`
      : engine`CAST(~timestamp_text(${clock}) AS TIMESTAMP)`;
  switch (to.kind) {
    case "tinyint":
    case "smallint":
    case "integer":
    case "bigint":
      return like(INTEGER_TEXT, (x) => castTo(to, engine`trim(${x})`));
    case "real":
    case "double":
      // As parsed by Java: a type suffix may follow the number.
      return like(FLOAT_TEXT, (x) => castTo(to, engine`rtrim(trim(${x}), 'dDfF')`));
    case "decimal":
      return like(DECIMAL_TEXT, (x) => castTo(to, t.mark(pos, inAllDigits(withType(x, VARCHAR), to.scale))));
    case "date":
      return like(DATE_TEXT, (x) => engine`CAST(ltrim(trim(${x}), '+') AS DATE)`);
    case "time":
      return like(TIME_TEXT, (x) => timeOf(stamp(engine`'1970-01-01 ' || trim(${x})`), 6, to.precision));
    case "timestamp":
      return like(TIMESTAMP_TEXT, (x) => {
        const wall = stamp(engine`regexp_extract(${x}, ${literal(WALL_CLOCK)})`);
        const zone = engine`regexp_extract(${x}, ${literal(String.raw`[A-Z][A-Za-z]+/\S+`)})`;
        const local = engine`(CASE WHEN contains(${x}, '/') THEN ~wall_in(${wall}, ${zone}) ELSE ${wall} END)`;
        return rounded(local, 6, to.precision);
      });
    case "timetz":
      return like(TIMETZ_TEXT, (x) => {
        const offset = engine`nullif(regexp_extract(${x}, ${literal(`${OFFSET}\\s*$`)}, 1), '')`;
        const zone = engine`coalesce(regexp_replace(${offset}, '^.00:00$', 'UTC'), ${literal(offsetAtStart(t, t.zone))})`;
        const clock = stamp(engine`'1970-01-01 ' || regexp_extract(${x}, ${literal(CLOCK)})`);
        return engine`~zoned(${timeOf(clock, 6, to.precision)} - to_minutes(~zone_minutes(${zone})), ${zone})`;
      });
    case "uuid":
      return like(UUID_TEXT, (x) => castTo(to, t.mark(pos, x)));
    default:
      return null;
  }
}

/** From numbers and booleans. */
function fromNumber(t: Translation, value: Typed, to: Type, pos: number): Typed | null {
  const from = value.type;
  const cast = (sql = value.sql): Sql => castTo(to, t.mark(pos, sql));
  if (from.kind !== "boolean" && !isNumeric(from)) return null;
  if (to.kind === "boolean") return withType(engine`(${value.sql} <> 0)`, to);
  if (isFloat(to) && from.kind === "decimal") return withType(decimalToFloat(t, value, to), to);
  if (isFloat(to)) return withType(from.kind === "double" ? engine`~to_real(${value.sql})` : cast(), to);
  if (isInteger(to) && isFloat(from)) {
    const whole = (x: Sql): Sql => engine`CAST(round(${x}) AS ${engineType(to)})`;
    if (from.kind === "double" || to.kind !== "bigint") return withType(whole(t.mark(pos, value.sql)), to);
    // A real out of range is clamped, as in Java.
    const ends = (x: Sql): Sql =>
      engine`(CASE WHEN isnan(${x}) THEN ${whole(t.mark(pos, x))} WHEN ${x} >= 9223372036854775807 THEN 9223372036854775807 WHEN ${x} <= -9223372036854775807 THEN CAST('-9223372036854775808' AS BIGINT) ELSE ${whole(x)} END)`;
    return withType(bindOnce([value], ends), to);
  }
  if (to.kind === "decimal" && isFloat(from)) {
    // A double is rounded by its decimal text: 1.005 to 1.01.
    const text = castTo(VARCHAR, from.kind === "real" ? engine`~real_number(${value.sql})` : value.sql);
    return withType(cast(inAllDigits({ ...value, sql: text }, to.scale)), to);
  }
  if (to.kind === "decimal" && from.kind === "boolean")
    return withType(cast(engine`CAST(${value.sql} AS INTEGER)`), to);
  if (!isInteger(to) && to.kind !== "decimal") return null;
  // The engine drops a bare cast of a number that it compares with a constant, and with it the error of one out of range.
  const fits = from.kind === "boolean" || wholeDigits(from) < wholeDigits(to);
  const sql = fits ? cast() : engine`coalesce(${cast()}, NULL)`;
  return isInteger(from) && isInteger(to) ? withSql(value, sql, to) : withType(sql, to);
}

/** From bytes, and from UUIDs and addresses, which are bytes. */
function fromBytes(t: Translation, value: Typed, to: Type, pos: number): Typed | null {
  const { sql, type: from } = value;
  if (from.kind === "ipaddress") return to.kind === "varbinary" ? withType(sql, to) : null;
  if (from.kind === "uuid")
    return to.kind === "varbinary"
      ? withType(engine`unhex(replace(CAST(${sql} AS VARCHAR), '-', ''))`, to)
      : null;
  if (to.kind === "ipaddress") return withType(engine`svc_ip_bytes(${sql})`, to);
  if (to.kind !== "uuid") return null;
  const checked = bindOnce([value], (x) => {
    const message = engine`'Invalid UUID binary length: ' || octet_length(${x})`;
    const failure = t.failing(message, pos, simple("uuid"), "INVALID_CAST_ARGUMENT");
    return engine`(CASE WHEN octet_length(${x}) <> 16 THEN ${failure} ELSE CAST(hex(${x}) AS UUID) END)`;
  });
  return withType(checked, to);
}

const isBytes = ({ kind }: Type): boolean => kind === "varbinary" || kind === "uuid" || kind === "ipaddress";
const isTime = ({ kind }: Type): boolean => kind.startsWith("time") || kind === "date";

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
  bindOnce([text], (x) => engine`CAST(~decimal_text(${x}, ${scale}) AS ${engineType(decimal(38, scale))})`);

/** An instant has the zone of the text, or else the session's. */
function textToInstant(t: Translation, value: Typed, to: Zoned, pos: number): Typed {
  const stampOf = (sql: Sql, constant?: string): Sql =>
    convertPresto(
      t,
      { sql, type: value.type, ...(constant === undefined ? {} : { constant }) },
      { kind: "timestamp", precision: to.precision },
      pos,
    ).sql;
  if (typeof value.constant === "string") {
    const form = new RegExp(String.raw`^\s*(${WALL_CLOCK})\s*([A-Za-z+-][\w/:+-]*)?\s*$`);
    const [, clock, name] = form.exec(value.constant) ?? [];
    const zone = name === undefined ? t.zone : resolveZone(name);
    if (clock !== undefined && zone !== null)
      return withType(instantAt(stampOf(literal(clock), clock), zone), { ...to, zone });
    const message = `Cannot cast '${value.constant}' to TIMESTAMP WITH TIME ZONE`;
    const failure = t.failing(message, pos, to, "INVALID_CAST_ARGUMENT");
    return withType(failure, { ...to, zone: t.zone });
  }
  const form = String.raw`(?s)^(?:\s*(${WALL_CLOCK})\s*([A-Za-z][A-Za-z0-9_/+-]*|[+-][0-9]{2}:[0-9]{2})?\s*|(.*))$`;
  const parts = engine`regexp_extract(${value.sql}, ${literal(form)}, ['t', 'z', 'other'])`;
  const sql = bindOnce([withType(parts, value.type)], (p) => {
    const stamp = stampOf(engine`(${p}['t'] || ${p}['other'])`);
    const zone = engine`(CASE WHEN ${p}['z'] = '' THEN ${literal(t.zone)} ELSE svc_zone(${p}['z']) END)`;
    return engine`~zoned(~instant_in(${stamp}, ${zone}), ${zone})`;
  });
  return withType(sql, { ...to, zone: MIXED_ZONE });
}
