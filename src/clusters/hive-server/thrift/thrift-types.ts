import { SCALAR_TYPES } from "../../../dialect/types/scalar-types.ts";

/** The used part of the protocol's structures, as decoded by the Thrift library. */

/** Eight bytes, big-endian, inside a buffer. */
export interface ThriftInt64 {
  readonly buffer: Buffer;
  readonly offset: number;
}

/** `nulls` is a bit mask with 1 for null, lowest bit first. */
interface ThriftColumnOf<T> {
  readonly values: readonly T[];
  readonly nulls: Buffer | null;
}

/** Exactly one member is set. */
export interface ThriftColumn {
  readonly boolVal?: ThriftColumnOf<boolean> | null;
  readonly byteVal?: ThriftColumnOf<number> | null;
  readonly i16Val?: ThriftColumnOf<number> | null;
  readonly i32Val?: ThriftColumnOf<number> | null;
  readonly i64Val?: ThriftColumnOf<ThriftInt64> | null;
  readonly doubleVal?: ThriftColumnOf<number> | null;
  readonly stringVal?: ThriftColumnOf<string> | null;
  readonly binaryVal?: ThriftColumnOf<Buffer> | null;
}

export interface ThriftQualifier {
  readonly i32Value?: number | null;
}

export interface ThriftColumnDesc {
  readonly columnName: string;
  readonly typeDesc: {
    readonly types: readonly {
      readonly primitiveEntry?: {
        readonly type: number;
        readonly typeQualifiers?: { readonly qualifiers?: Readonly<Record<string, ThriftQualifier>> } | null;
      } | null;
    }[];
  };
}

export interface ThriftStatus {
  readonly statusCode: number;
  readonly errorMessage?: string | null;
}

export interface ThriftOperationStatus {
  readonly operationState?: number | null;
  readonly errorMessage?: string | null;
  readonly progressUpdateResponse?: { readonly progressedPercentage?: number | null } | null;
  readonly numModifiedRows?: ThriftInt64 | null;
}

/** Type names by `TTypeId`: nested types, and those that are others with a limit or a zone. */
const OTHERS = {
  10: "array",
  11: "map",
  12: "struct",
  13: "uniontype",
  18: "varchar",
  22: "timestamp with local time zone",
};

const NAMES: Readonly<Record<string, string>> = {
  ...OTHERS,
  ...Object.fromEntries(
    SCALAR_TYPES.filter(({ thrift }) => thrift !== "-").map(({ thrift, hive }) => [thrift, hive]),
  ),
};

/** Hive's name of a column's type. The protocol omits the element types of arrays, maps and structs. */
export function thriftColumnType({ typeDesc }: ThriftColumnDesc): string {
  const entry = typeDesc.types[0]?.primitiveEntry;
  const name = NAMES[entry?.type ?? -1] ?? "string";
  const qualifiers = entry?.typeQualifiers?.qualifiers ?? {};
  const number = (key: string): number | null => qualifiers[key]?.i32Value ?? null;
  if (name === "decimal") {
    const precision = number("precision");
    return precision === null ? name : `decimal(${precision},${number("scale") ?? 0})`;
  }
  const length = number("characterMaximumLength");
  return (name === "varchar" || name === "char") && length !== null ? `${name}(${length})` : name;
}

/** Whether values of the type are sent as JSON text. */
export function isNested(type: string): boolean {
  return type === "array" || type === "map" || type === "struct" || type === "uniontype";
}
