import { DecodeError } from "../errors.ts";
import { warn } from "../warnings.ts";

/** What was received of a result file. */
export interface Received {
  readonly rows: number;
  readonly bytes: number;
  /** The checksum at the file's end was verified. */
  readonly checked: boolean;
  /** The transfer had a length or chunk framing, so truncation would have been detected. */
  readonly framed: boolean;
}

/**
 * Compares a file with what its job announced (null: nothing). A verified checksum outweighs a single differing number in the job's
 * record, which may be older than the file: that is only a warning. It is an error if rows are missing and nothing confirms the file's
 * end, or if both numbers differ.
 *
 * @param exact - The service's records are always exact: any difference is an error.
 * @throws DecodeError
 */
export function checkAnnounced(
  job: string,
  { rows, bytes, checked, framed }: Received,
  announced: { readonly rows: number | null; readonly bytes: number | null },
  exact: boolean,
): void {
  const otherRows = announced.rows !== null && rows !== announced.rows;
  // If a proxy decompressed the bytes on the way, their count can't be compared.
  const otherBytes = checked && announced.bytes !== null && bytes !== announced.bytes;
  const missing = otherRows && rows < announced.rows;
  // Some records say 0 bytes before the file is counted; no file has as few.
  const bothDiffer = otherBytes && (missing || announced.bytes !== 0);
  if (otherRows && (exact || bothDiffer || (missing && (!checked || !framed))))
    throw new DecodeError(
      missing || !otherBytes
        ? `the result has ${rows} of the ${announced.rows} rows that its job announced${otherBytes ? `, and ${bytes} of ${announced.bytes} bytes` : ""}`
        : `the result has ${rows} rows in ${bytes} bytes, and its job announced ${announced.rows} in ${announced.bytes}: rows may have arrived twice; read it again`,
    );
  if (announced.rows === null && !checked && (!framed || bytes < (announced.bytes ?? 0)))
    warn(
      "result-size",
      `nothing confirms that the ${rows} rows read of job ${job} are all: its record has no number of rows, and the transfer may have been cut off; read it again`,
    );
  if (otherRows)
    warn(
      "result-rows",
      `the result of job ${job} has ${rows} rows, and its record says ${announced.rows}; the file is complete, so its rows are used`,
    );
  if (otherBytes)
    warn(
      "result-size",
      `the result of job ${job} has ${bytes} bytes, and its record says ${announced.bytes}; its checksum matches, so it is used`,
    );
}
