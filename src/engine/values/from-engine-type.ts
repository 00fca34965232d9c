import type { DuckDBType } from "@duckdb/node-api";
import type { RowField, Type } from "../../dialect/types/type.ts";
import { MONTHS_FIELD } from "../../dialect/types/engine-type.ts";
import { arrayOf, decimal, mapOf, simple, VARCHAR } from "../../dialect/types/type.ts";

/** DuckDB's type ids, copied because the package is only loaded when an engine is opened. */
const ID: Record<number, Type> = {
  1: simple("boolean"), 2: simple("tinyint"), 3: simple("smallint"), 4: simple("integer"), 5: simple("bigint"), 6: simple("smallint"),
  7: simple("integer"), 8: simple("bigint"), 9: decimal(20, 0), 10: simple("real"), 11: simple("double"), 13: simple("date"),
  12: { kind: "timestamp", precision: 3 }, 14: { kind: "time", precision: 3 }, 15: simple("intervalDaySecond"), 16: decimal(38, 0), 17: VARCHAR,
  18: simple("varbinary"), 20: { kind: "timestamp", precision: 0 }, 21: { kind: "timestamp", precision: 3 }, 22: { kind: "timestamp", precision: 6 },
  23: VARCHAR, 27: simple("uuid"), 31: { kind: "timestamp", precision: 3 }, 32: decimal(38, 0), 36: simple("unknown"),
}; // prettier-ignore
const DECIMAL = 19;
export const LIST = 24;
export const STRUCT = 25;
export const MAP = 26;

/** What the binding's types have. */
export interface EngineTypeParts {
  readonly typeId: number;
  readonly alias?: string;
  readonly width: number;
  readonly scale: number;
  readonly valueType: DuckDBType;
  readonly keyType: DuckDBType;
  readonly entryNames: readonly string[];
  readonly entryTypes: readonly DuckDBType[];
}

/** The type of a stored column; the widest one where DuckDB's is less specific (length, zone). */
export function fromEngineType(engineType: DuckDBType): Type {
  const shape = engineType as unknown as EngineTypeParts;
  switch (shape.typeId) {
    case DECIMAL:
      return decimal(shape.width, shape.scale);
    case LIST:
      return arrayOf(fromEngineType(shape.valueType));
    case MAP:
      return mapOf(fromEngineType(shape.keyType), fromEngineType(shape.valueType));
    case STRUCT: {
      const fields = shape.entryTypes.map((type, i): RowField => {
        const name = shape.entryNames[i]!;
        return { name: name === `field${i}` ? null : name, type: fromEngineType(type) };
      });
      return fields[0]!.name === MONTHS_FIELD ? simple("intervalYearMonth") : { kind: "row", fields };
    }
  }
  if (shape.alias === "JSON") return simple("json");
  return ID[shape.typeId] ?? VARCHAR;
}
