/** Value of `format` for an Arrow IPC stream, and its media type. */
export const ARROW_FORMAT = "arrow";
export const ARROW_TYPE = "application/vnd.apache.arrow.stream";
/** The form of a stream whose batches are compressed by Zstandard, as a result file has it. */
export const ARROW_ZSTD = "arrow.zst";
