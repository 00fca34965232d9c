/** A value that does not match its column's type. */
export class Misfit extends Error {
  readonly value: unknown;
  /** Null when unknown. */
  readonly column: string | null;

  constructor(value: unknown, column: string | null = null) {
    super(`${column === null ? "" : `column ${column}: `}${String(value)} is not of its column's type`);
    this.value = value;
    this.column = column;
  }
}
