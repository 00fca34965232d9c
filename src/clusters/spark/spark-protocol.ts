/**
 * The part of Spark Connect's protocol needed for writing, as protobuf definitions (Spark 3.4 to 4.0). An object, not
 * a `.proto` file, so that bundlers include it.
 */
const text = (id: number): { type: string; id: number } => ({ type: "string", id });
const of = (type: string, id: number): { type: string; id: number } => ({ type, id });
const many = (type: string, id: number): { rule: string; type: string; id: number } => ({
  rule: "repeated",
  type,
  id,
});
const oneof = (...fields: string[]): { oneof: string[] } => ({ oneof: fields });

/** Fields of every request. */
const session = { session_id: text(1), user_context: of("UserContext", 2) };

const messages = {
  UserContext: { fields: { user_id: text(1), user_name: text(2) } },
  Plan: {
    oneofs: { op_type: oneof("root", "command") },
    fields: { root: of("Relation", 1), command: of("Command", 2) },
  },
  Relation: {
    oneofs: { rel_type: oneof("sql", "local_relation") },
    fields: { sql: of("SQL", 10), local_relation: of("LocalRelation", 11) },
  },
  SQL: { fields: { query: text(1) } },
  LocalRelation: { fields: { data: of("bytes", 1) } },
  Command: {
    oneofs: { command_type: oneof("write_operation", "sql_command") },
    fields: { write_operation: of("WriteOperation", 2), sql_command: of("SqlCommand", 5) },
  },
  SqlCommand: { fields: { sql: text(1), input: of("Relation", 6) } },
  WriteOperation: {
    oneofs: { save_type: oneof("table") },
    fields: {
      input: of("Relation", 1),
      table: of("SaveTable", 4),
      mode: of("SaveMode", 5),
    },
    nested: {
      SaveTable: { fields: { table_name: text(1), save_method: of("TableSaveMethod", 2) } },
      TableSaveMethod: {
        values: {
          TABLE_SAVE_METHOD_UNSPECIFIED: 0,
          TABLE_SAVE_METHOD_SAVE_AS_TABLE: 1,
          TABLE_SAVE_METHOD_INSERT_INTO: 2,
        },
      },
      SaveMode: {
        values: {
          SAVE_MODE_UNSPECIFIED: 0,
          SAVE_MODE_APPEND: 1,
          SAVE_MODE_OVERWRITE: 2,
          SAVE_MODE_ERROR_IF_EXISTS: 3,
          SAVE_MODE_IGNORE: 4,
        },
      },
    },
  },
  ReattachOptions: { fields: { reattachable: of("bool", 1) } },
  RequestOption: { fields: { reattach_options: of("ReattachOptions", 1) } },
  ExecutePlanRequest: {
    fields: {
      ...session,
      plan: of("Plan", 3),
      client_type: text(4),
      request_options: many("RequestOption", 5),
      operation_id: text(6),
    },
  },
  ArrowBatch: { fields: { data: of("bytes", 2) } },
  ResultComplete: { fields: {} },
  ExecutePlanResponse: {
    fields: {
      arrow_batch: of("ArrowBatch", 2),
      response_id: text(13),
      result_complete: of("ResultComplete", 14),
    },
  },
  ReattachExecuteRequest: {
    fields: { ...session, operation_id: text(3), client_type: text(4), last_response_id: text(5) },
  },
  ReleaseAll: { fields: {} },
  ReleaseExecuteRequest: {
    fields: { ...session, operation_id: text(3), client_type: text(4), release_all: of("ReleaseAll", 5) },
  },
  ReleaseExecuteResponse: { fields: {} },
  ReleaseSessionRequest: { fields: { ...session, client_type: text(3) } },
  ReleaseSessionResponse: { fields: {} },
  InterruptType: { values: { INTERRUPT_TYPE_UNSPECIFIED: 0, INTERRUPT_TYPE_OPERATION_ID: 3 } },
  InterruptRequest: {
    fields: {
      ...session,
      client_type: text(3),
      interrupt_type: of("InterruptType", 4),
      operation_id: text(6),
    },
  },
  InterruptResponse: { fields: {} },
};

interface RpcMethod {
  readonly requestType: string;
  readonly responseType: string;
  readonly responseStream: boolean;
}

const call = (requestType: string, responseType: string, responseStream = false): RpcMethod => ({
  requestType,
  responseType,
  responseStream,
});

export const SPARK_PROTOCOL = {
  nested: {
    spark: {
      nested: {
        connect: {
          nested: {
            ...messages,
            SparkConnectService: {
              methods: {
                ExecutePlan: call("ExecutePlanRequest", "ExecutePlanResponse", true),
                ReattachExecute: call("ReattachExecuteRequest", "ExecutePlanResponse", true),
                ReleaseExecute: call("ReleaseExecuteRequest", "ReleaseExecuteResponse"),
                ReleaseSession: call("ReleaseSessionRequest", "ReleaseSessionResponse"),
                Interrupt: call("InterruptRequest", "InterruptResponse"),
              },
            },
          },
        },
      },
    },
  },
};
