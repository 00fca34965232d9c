/** The part of the protocol's structures that is read here, as the Thrift library delivers them. */

/** Eight bytes, big-endian, inside a buffer. */
export interface ThriftInt64 {
  readonly buffer: Buffer;
  readonly offset: number;
}

/** A bit is set where the value is null, lowest bit first. */
interface ThriftColumnOf<T> {
  readonly values: readonly T[];
  readonly nulls: Buffer | null;
}

/** One of these is there. */
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
  readonly sqlState?: string | null;
  readonly errorCode?: number | null;
  readonly errorMessage?: string | null;
}

export interface ThriftOperationStatus {
  readonly status: ThriftStatus;
  readonly operationState?: number | null;
  readonly sqlState?: string | null;
  readonly errorMessage?: string | null;
  readonly hasResultSet?: boolean | null;
  readonly progressUpdateResponse?: { readonly progressedPercentage?: number | null } | null;
  readonly numModifiedRows?: ThriftInt64 | null;
}
