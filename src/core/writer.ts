/**
 * Writers for frames.
 *
 * @module svclib/writer
 */
export { Writer } from "./writers/writer.ts";
export { BulkImportWriter } from "./writers/bulk-import-writer.ts";
export { InsertIntoWriter } from "./writers/insert-into-writer.ts";
export { SparkWriter } from "./writers/spark-writer.ts";

export type { WriteMode } from "./write/write-target.ts";
export type { WriteTarget } from "./writers/writer.ts";
export type { BulkImportOptions } from "./writers/bulk-import-options.ts";
export type { InsertIntoOptions } from "./writers/insert-into-writer.ts";
export type { SparkOptions, SparkSession } from "./writers/spark-writer.ts";
export type { UploadColumn, UploadKind } from "./write/columns/upload-column.ts";
export type { UploadFrame } from "./write/upload-frame.ts";
