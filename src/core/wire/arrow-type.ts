/** The value of `format` that asks for a result as an Arrow IPC stream, and the media type of one. */
export const ARROW_FORMAT = "arrow";
export const ARROW_TYPE = "application/vnd.apache.arrow.stream";
