/** What `svclib doctor` found in one place. */
export interface Finding {
  /** `note`: nothing is wrong, but worth knowing; `fault`: something does not work until it is mended. */
  readonly state: "ok" | "note" | "fault";
  /** What was checked. */
  readonly subject: string;
  /** What was found, and for a fault what to do. */
  readonly text: string;
}
