/** Value of `format` for an Arrow IPC stream, and its media type. */
export const ARROW_FORMAT = "arrow";
export const ARROW_TYPE = "application/vnd.apache.arrow.stream";
