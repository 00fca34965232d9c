/**
 * The pandas-style API.
 *
 * @module svclib/pandas_td
 */
export { connect } from "./connect.ts";
export { create_engine } from "./query-engine.ts";
export { read_local } from "./read/read-local.ts";
export { read_svc, read_svc_query } from "./read/read-query.ts";
export { read_svc_job } from "./read/read-job.ts";
export { read_svc_table } from "./read/read-table.ts";
export { to_svc } from "./write/to-svc.ts";
export { interrupt_all, interruptible } from "./interrupt/interrupt.ts";
export { sql } from "./sql/sql-template.ts";
export { onProgress } from "./progress.ts";
export { onWarning } from "./warnings.ts";

export type { Client } from "./client.ts";
export type { ConnectOptions } from "./options/client-options.ts";
export type { EngineOptions, QueryEngine } from "./query-engine.ts";
export type { QueryParams } from "./query/query-params.ts";
export type { ReadLocalOptions } from "./read/read-local.ts";
export type { ReadJobOptions } from "./read/read-job.ts";
export type { ReadQueryOptions } from "./read/read-query.ts";
export type { ReadTableOptions } from "./read/read-table.ts";
export type { SqlText } from "./sql/sql-template.ts";
export type { Table } from "./table/table.ts";
export type { FrameInput } from "./write/frame.ts";
export type { ToSvcOptions } from "./write/to-svc.ts";
export type { TimeBound } from "./read/time-range.ts";
