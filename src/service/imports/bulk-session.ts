/** In this order; freezing only sets `uploadFrozen`. */
type BulkStatus = "uploading" | "performing" | "ready" | "committing" | "committed";

export interface BulkSession {
  /** Names its folder and its stage, and is its commit's idempotency key; never reused. */
  readonly id: string;
  readonly name: string;
  readonly database: string;
  readonly table: string;
  readonly createdAtMs: number;
  status: BulkStatus;
  uploadFrozen: boolean;
  jobId: string | null;
  validRecords: number | null;
  errorRecords: number | null;
  validParts: number | null;
  errorParts: number | null;
}

/** The session in the protocol's form. */
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
