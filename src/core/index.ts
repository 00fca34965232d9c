// This folder: the client library: no notebook, no server. It may use the system, and of the dialect the table of types, statement text and nearest
// names. Begin with client.ts and query/.

/**
 * The public API.
 *
 * @module svclib
 */
export { Client } from "./client.ts";
export { Job } from "./job/job.ts";
export { QueryEngine } from "./query-engine.ts";
export { ServiceTable } from "./service-table.ts";
export { Table } from "./table/table.ts";
export * from "./errors.ts";
export * from "./error-guards.ts";
export * from "./pandas-td.ts";
// As a whole: others can add only to an interface that is exported so.
export type * from "./sql/known-statements.ts";
export { VERSION } from "./version.ts";

export type { SqlValue, TemplateValue } from "./sql/sql-template.ts";
export type { Sleep } from "../system/abortable.ts";
export type { SignalOption } from "./options/option-forms.ts";
export type { ClientQueryOptions } from "./query/client-query.ts";
export type { DatabaseRecord } from "./endpoints/databases.ts";
export type { JobListOptions, JobStatus, ResultColumn } from "./endpoints/jobs.ts";
export type { SchemaColumn, TableRecord } from "./endpoints/tables.ts";
export type { Fetch, FetchInit, FetchResponse } from "./http/fetch-types.ts";
export type { ClientListeners, RequestEvent, ResponseEvent, RetryEvent } from "./http/request-events.ts";
export type { Tracer, TracerSpan } from "./trace/tracer.ts";
export type { JobReadOptions, JobWaitOptions } from "./job/job.ts";
export type { ProgressEvent, ProgressListener } from "./progress.ts";
export type { StatementProtocol } from "./wire/statement/statement-headers.ts";
export type { Column, TableFacts, TableSource } from "./table/table.ts";
export type { TableLike } from "./write/frame.ts";
export type { SvcWarning, WarningListener } from "./warnings.ts";
export type { IfExists } from "./write/write-target.ts";
