import type { SqlErrorKind } from "../sql-error.ts";

/** A pattern that Java takes and this engine does not: no fault of the pattern, so TRY does not hide it. */
export class UnsupportedPattern extends SyntaxError {
  override readonly name = "UnsupportedPattern";
  readonly kind: SqlErrorKind;

  constructor(message: string, kind: SqlErrorKind = "NOT_SUPPORTED", cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.kind = kind;
  }
}
