/** One result of `svclib doctor`. */
export interface Finding {
  /** `note`: worth knowing, but not wrong; `fault`: something does not work until it is fixed. */
  readonly state: "ok" | "note" | "fault";
  readonly subject: string;
  /** The result, and how to fix a fault. */
  readonly text: string;
}
