const WHOLE = /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT)$/;
const FLOATING = /^(DOUBLE|FLOAT)$/;
/** Texts of dates and timestamps without an offset, which a cast leaves out; nor `infinity`, `epoch` and more than microseconds. */
const MOMENT = String.raw`\s*-?\d+[-/]\d+[-/]\d+([ T]\d+:\d+(:\d+(\.\d{1,6}0*)?)?( ?(Z|UTC|[+-]00(:?00)?))?)?\s*`;
/** The texts that a cast to a type reads whole; it also takes `1_000`, `yes` and the time of a timestamp. */
const WHOLE_TEXTS: readonly (readonly [type: RegExp, texts: string])[] = [
  [WHOLE, String.raw`\s*[+-]?\d+(\.0*)?\s*`],
  [FLOATING, String.raw`(?i)\s*[+-]?((\d+\.?\d*|\.\d+)(e[+-]?\d+)?|inf(inity)?|nan)\s*`],
  [/^DECIMAL\(\d+,(?<scale>\d+)\)$/, String.raw`\s*[+-]?\d*(\.\d{0,$<scale>}0*)?\s*`],
  [/^BOOLEAN$/, "(?i)true|false"],
  [/^TIME$/, String.raw`([01]?\d|2[0-3]):\d+(:\d+(\.\d{1,6}0*)?)?`],
  [/^(DATE|TIMESTAMP)$/, MOMENT],
  [/^(JSON|UUID|BLOB)$/, "(?s).*"],
];
const NESTED = /\[\]$|^(MAP|STRUCT)\(/;

/**
 * SQL that casts a value, null if it can't be represented; lists and maps become JSON text. Infinity and NaN get the names that clients
 * and both dialects read, which DuckDB writes as `inf` and `nan`.
 */
export function castSql(value: string, from: string, to: string): string {
  if (to === "VARCHAR" && NESTED.test(from)) return `to_json(${value})::VARCHAR`;
  // A cast would read `\\x41` in a text as a byte, and give a double digits that it does not have.
  if (to === "BLOB" && from === "VARCHAR") return `encode(${value})`;
  if (to.startsWith("DECIMAL") && FLOATING.test(from)) return `TRY_CAST(${value}::VARCHAR AS ${to})`;
  const cast = `TRY_CAST(${value} AS ${to})`;
  return to === "VARCHAR" && FLOATING.test(from)
    ? `replace(replace(${cast}, 'inf', 'Infinity'), 'nan', 'NaN')`
    : cast;
}

/** SQL condition: {@link castSql} would lose or round the value, which is not null. */
export function lostValueSql(value: string, from: string, to: string): string {
  const cast = castSql(value, from, to);
  if (from.endsWith("[]") && to.endsWith("[]")) {
    // Lists are cast by element; an element that can't be cast becomes null within its list.
    const item = `item${from.length}`;
    const lost = lostValueSql(item, from.slice(0, -2), to.slice(0, -2));
    return `len(list_filter(${value}, lambda ${item}: ${item} IS NOT NULL AND ${lost})) > 0`;
  }
  const rounded = roundedSql(value, cast, from, to);
  return rounded === null ? `${cast} IS NULL` : `(${cast} IS NULL OR ${rounded})`;
}

function roundedSql(value: string, cast: string, from: string, to: string): string | null {
  if (from === "VARCHAR") return roundedTextSql(value, cast, to);
  if (WHOLE.test(to) && (FLOATING.test(from) || from.startsWith("DECIMAL"))) return `${cast} <> ${value}`;
  if (to.startsWith("DECIMAL") && FLOATING.test(from))
    return `TRY_CAST(${cast}::VARCHAR AS ${from}) IS DISTINCT FROM ${value}`;
  if (FLOATING.test(to) && WHOLE.test(from))
    return `TRY_CAST(${cast} AS HUGEINT) IS DISTINCT FROM ${value}::HUGEINT`;
  if (to === "FLOAT" && from === "DOUBLE") return `${cast}::DOUBLE <> ${value}`;
  if (to === "JSON" && FLOATING.test(from)) return `NOT isfinite(${value})`;
  if (to === "BOOLEAN" && (WHOLE.test(from) || FLOATING.test(from))) return `${value} NOT IN (0, 1)`;
  return null;
}

function roundedTextSql(value: string, cast: string, to: string): string {
  if (NESTED.test(to)) return `TRY(json(${value}))::VARCHAR IS DISTINCT FROM to_json(${cast})::VARCHAR`;
  const [type, texts] = WHOLE_TEXTS.find(([type]) => type.test(to)) ?? [];
  if (type === undefined || texts === undefined) return "true";
  const other = `NOT regexp_full_match(${value}, '${to.replace(type, texts)}')`;
  if (to === "DATE") return `(${other} OR TRY_CAST(${value} AS TIMESTAMP) <> ${cast}::TIMESTAMP)`;
  return FLOATING.test(to) ? `(${other} OR ${digitsSql(value)} <> ${digitsSql(cast)})` : other;
}

/** The digits of a number from the first to the last that is not 0. */
const digitsSql = (value: string): string =>
  `trim(regexp_replace(regexp_replace(${value}::VARCHAR, '[eE].*', ''), '[^0-9]', '', 'g'), '0')`;

/** The narrowest type for a table's column and imported values that don't fit it. */
export function widerType(table: string, imported: string): string {
  if (WHOLE.test(table) && WHOLE.test(imported)) return "BIGINT";
  if ((WHOLE.test(table) || FLOATING.test(table)) && FLOATING.test(imported)) return "DOUBLE";
  if (table.endsWith("[]") && imported.endsWith("[]"))
    return `${widerType(table.slice(0, -2), imported.slice(0, -2))}[]`;
  return table === imported ? table : "VARCHAR";
}
