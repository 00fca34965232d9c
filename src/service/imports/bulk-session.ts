/** Protocol section 6; in this order, freezing only sets `uploadFrozen`. */
type BulkStatus = "uploading" | "performing" | "ready" | "committing" | "committed";

/** A bulk import session as it is kept in its folder. */
export interface BulkSession {
  /** Names its folder, its stage and its commit; never used twice. */
  readonly id: string;
  readonly name: string;
  readonly database: string;
  readonly table: string;
  readonly createdAtMs: number;
  status: BulkStatus;
  uploadFrozen: boolean;
  /** The newest perform job. */
  jobId: string | null;
  validRecords: number | null;
  errorRecords: number | null;
  validParts: number | null;
  errorParts: number | null;
}

/** A session as clients see it. */
export function bulkSessionJson(session: BulkSession): Record<string, unknown> {
  return {
    name: session.name,
    bulk_import: session.name,
    database: session.database,
    table: session.table,
    status: session.status,
    upload_frozen: session.uploadFrozen,
    job_id: session.jobId,
    valid_records: session.validRecords,
    error_records: session.errorRecords,
    valid_parts: session.validParts,
    error_parts: session.errorParts,
  };
}
