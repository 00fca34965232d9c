const WHOLE = /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT)$/;
const FLOATING = /^(DOUBLE|FLOAT)$/;
/** Texts of dates and timestamps without an offset, which a cast leaves out; nor `infinity`, `epoch` and more than microseconds. */
const MOMENT = String.raw`\s*-?\d+[-/]\d+[-/]\d+([ T]\d+:\d+(:\d+(\.\d{1,6}0*)?)?( ?(Z|UTC|[+-]00(:?00)?))?)?\s*`;
const NESTED = /\[\]$|^(MAP|STRUCT)\(/;

/**
 * SQL that casts a value, null if it can't be represented; lists and maps become JSON text. Infinity and NaN get the names that clients
 * and both dialects read, which DuckDB writes as `inf` and `nan`.
 */
export function castSql(value: string, from: string, to: string): string {
  if (to === "VARCHAR" && NESTED.test(from)) return `to_json(${value})::VARCHAR`;
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
  if (WHOLE.test(to)) {
    if (FLOATING.test(from) || from.startsWith("DECIMAL")) return `${cast} <> ${value}`;
    if (from === "VARCHAR") return `TRY_CAST(${value} AS DOUBLE) IS DISTINCT FROM ${cast}::DOUBLE`;
  }
  if (FLOATING.test(to) && WHOLE.test(from))
    return `TRY_CAST(${cast} AS HUGEINT) IS DISTINCT FROM ${value}::HUGEINT`;
  if (to === "FLOAT" && from === "DOUBLE") return `${cast}::DOUBLE <> ${value}`;
  if (to === "BOOLEAN" && (WHOLE.test(from) || FLOATING.test(from))) return `${value} NOT IN (0, 1)`;
  if ((to === "DATE" || to === "TIMESTAMP") && from === "VARCHAR")
    return `(NOT regexp_full_match(${value}, '${MOMENT}') OR TRY_CAST(${value} AS TIMESTAMP) <> ${cast}::TIMESTAMP)`;
  return null;
}

/** The narrowest type for a table's column and imported values that don't fit it. */
export function widerType(table: string, imported: string): string {
  if (WHOLE.test(table) && WHOLE.test(imported)) return "BIGINT";
  if ((WHOLE.test(table) || FLOATING.test(table)) && FLOATING.test(imported)) return "DOUBLE";
  if (table.endsWith("[]") && imported.endsWith("[]"))
    return `${widerType(table.slice(0, -2), imported.slice(0, -2))}[]`;
  return table === imported ? table : "VARCHAR";
}
