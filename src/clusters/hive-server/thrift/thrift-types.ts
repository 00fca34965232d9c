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
