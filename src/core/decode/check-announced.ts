import { DecodeError } from "../errors.ts";
import { warn } from "../warnings.ts";

/** What came of a result file. */
export interface Received {
  readonly rows: number;
  readonly bytes: number;
  /** A checksum at the file's end was found right. */
  readonly checked: boolean;
  /** The transfer had an end that shows when it is cut off. */
  readonly framed: boolean;
}

/**
 * Hold a file against what its job announced (null: nothing). A file whose checksum is right counts more than one number of the job's
 * record, which may be older than the file: that is a warning. Rows are missing for certain where nothing speaks for the file's end, or
 * where both numbers say that this is another file.
 *
 * @param exact - Of a service whose records are always right: any difference is an error.
 * @throws DecodeError
 */
export function checkAnnounced(
  job: string,
  { rows, bytes, checked, framed }: Received,
  announced: { readonly rows: number | null; readonly bytes: number | null },
  exact: boolean,
): void {
  const otherRows = announced.rows !== null && rows !== announced.rows;
  // Bytes that something unpacked on the way can't be compared.
  const otherBytes = checked && announced.bytes !== null && bytes !== announced.bytes;
  const missing = otherRows && rows < announced.rows;
  if (otherRows && (exact || (missing && (!checked || !framed || otherBytes)))) {
    throw new DecodeError(
      `the result has ${rows} of the ${announced.rows} rows that its job announced${otherBytes ? `, and ${bytes} of ${announced.bytes} bytes` : ""}`,
    );
  }
  if (otherRows) {
    warn(
      "result-rows",
      `the result of job ${job} has ${rows} rows, and its record says ${announced.rows}; the file is whole, so its rows are taken`,
    );
  }
  if (otherBytes) {
    warn(
      "result-size",
      `the result of job ${job} has ${bytes} bytes, and its record says ${announced.bytes}; its checksum is right, so it is taken`,
    );
  }
}
