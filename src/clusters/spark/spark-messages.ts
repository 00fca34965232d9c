/** Requests and replies, as the gRPC library encodes and decodes them. */

export interface SparkRelation {
  readonly sql?: { readonly query: string };
  /** An Arrow stream. */
  readonly local_relation?: { readonly data: Uint8Array };
}

export interface WriteOperation {
  readonly input: SparkRelation;
  readonly table: {
    readonly table_name: string;
    readonly save_method: "TABLE_SAVE_METHOD_SAVE_AS_TABLE" | "TABLE_SAVE_METHOD_INSERT_INTO";
  };
  readonly mode: "SAVE_MODE_APPEND" | "SAVE_MODE_ERROR_IF_EXISTS";
}

export type SparkPlan =
  | { readonly root: SparkRelation }
  | { readonly command: { readonly write_operation: WriteOperation } }
  | { readonly command: { readonly sql_command: { readonly sql: string; readonly input: SparkRelation } } };

export interface ExecuteResponse {
  readonly response_id: string;
  readonly arrow_batch?: { readonly data: Buffer } | null;
  readonly result_complete?: object | null;
}
