import type { DuckDBType } from "@duckdb/node-api";
import { SqlError } from "../../dialect/sql-error.ts";
import { quoteText } from "../../dialect/quote.ts";
import { storedTypeName } from "../../dialect/types/engine-type.ts";
import { arrayOf, mapOf, UTC_TIMESTAMP, type Type } from "../../dialect/types/type.ts";
import { fromEngineType } from "../values/from-engine-type.ts";

/** DuckDB's type ids whose values files have finer than tables of the service: times with microseconds. */
const FINER: Readonly<Record<number, Type>> = {
  12: { kind: "timestamp", precision: 6 },
  14: { kind: "time", precision: 6 },
  31: { ...UTC_TIMESTAMP, precision: 6 } as Type,
};
const NANOSECONDS = 22;
/** Types of the engine that no type of the dialects holds: intervals, 128 bits, bits, zoned times, unions and later ones. */
const REFUSED = new Set([0, 15, 16, 28, 29, 30, 32]);
const LAST = 31;
const [LIST, STRUCT, MAP] = [24, 25, 26];

interface FileTypeParts {
  readonly typeId: number;
  readonly valueType: DuckDBType;
  readonly keyType: DuckDBType;
  readonly entryNames: readonly string[];
  readonly entryTypes: readonly DuckDBType[];
}

/**
 * The dialect's type of a file's column, and SQL that reads the column in it.
 *
 * @param what - Names the column in errors.
 * @throws SqlError NOT_SUPPORTED for a type that the dialects can't hold
 */
export function fileType(engineType: DuckDBType, column: string, what: string): { type: Type; sql: string } {
  const type = typeOf(engineType, what);
  const stored = storedTypeName(type);
  if ((engineType as unknown as FileTypeParts).typeId === NANOSECONDS) {
    const lost = quoteText(
      `svc!NUMERIC_VALUE_OUT_OF_RANGE!${what} has nanoseconds, and the dialects hold microseconds`,
    );
    return { type, sql: `CASE WHEN epoch_ns(${column}) % 1000 = 0 OR ${column} IS NULL THEN CAST(${column} AS ${stored}) ELSE CAST(${lost} AS ${stored}) END` }; // prettier-ignore
  }
  return { type, sql: String(engineType) === stored ? column : `CAST(${column} AS ${stored})` };
}

function typeOf(engineType: DuckDBType, what: string): Type {
  const { typeId, valueType, keyType, entryNames, entryTypes } = engineType as unknown as FileTypeParts;
  if (typeId === LIST) return arrayOf(typeOf(valueType, what));
  if (typeId === MAP) return mapOf(typeOf(keyType, what), typeOf(valueType, what));
  if (typeId === STRUCT)
    return {
      kind: "row",
      fields: entryTypes.map((type, i) => ({ name: entryNames[i]!, type: typeOf(type, what) })),
    };
  if (REFUSED.has(typeId) || typeId > LAST)
    throw new SqlError(
      "NOT_SUPPORTED",
      `${what} has the type ${String(engineType)}, which Presto and Hive SQL can't hold; write the file with another type`,
    );
  return FINER[typeId] ?? fromEngineType(engineType);
}
