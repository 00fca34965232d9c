/** The target before `=` in `let x = %svc_job 123`. */
export interface AssignmentTarget {
  /** `let`, `const`, `var`, or null in `x = %svc_job 123`. */
  readonly keyword: string | null;
  /** The name if the target is a plain name (with or without a type); null for `a.b` and similar. */
  readonly name: string | null;
  /** Whether it has a type: `let x: Table = …`. */
  readonly hasType: boolean;
  /** Offset of the statement. */
  readonly start: number;
}

/** A magic found in a cell. Offsets are UTF-16 units of the cell. */
export interface MagicCall {
  /** `help` is `%name?`, `%%name?` or `?%name`. */
  readonly kind: "line" | "cell" | "help";
  readonly percents: 1 | 2;
  /** The name without percent signs. */
  readonly name: string;
  readonly start: number;
  /** End of the magic: of its line, or of the cell for a cell magic. */
  readonly end: number;
  /** The rest of the line, with continuation lines joined, without a final semicolon and outer blanks. */
  readonly line: string;
  /** Start and end of the rest of the line, before a query on it. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** The text below a cell magic's line, or the query that begins on it; null for other magics, and without lines below. */
  readonly body: string | null;
  readonly bodyStart: number;
  readonly target: AssignmentTarget | null;
  /** Whether it is inside braces, where a declaration would not be visible to other cells. */
  readonly nested: boolean;
}
