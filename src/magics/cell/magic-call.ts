/** What comes before `=` in `let x = %svc_job 123`. */
export interface AssignmentTarget {
  /** `let`, `const`, `var`, or null in `x = %svc_job 123`. */
  readonly keyword: string | null;
  /** The name when the target is a plain name (with or without a type); null for `a.b` and the like. */
  readonly name: string | null;
  /** Is there a type: `let x: Table = …`? */
  readonly typed: boolean;
  /** Offset where the target's statement begins. */
  readonly start: number;
}

/** One magic as it was found in a cell. Offsets are UTF-16 units of the cell. */
export interface MagicCall {
  /** `help` is `%name?`, `%%name?` or `?%name`. */
  readonly kind: "line" | "cell" | "help";
  /** How many percent signs were typed. */
  readonly percents: 1 | 2;
  /** The name without percent signs. */
  readonly name: string;
  readonly start: number;
  /** End of the magic: of its line, or of the cell for a cell magic. */
  readonly end: number;
  /** The rest of the line, continuation lines joined, a closing semicolon and outer blanks removed. */
  readonly line: string;
  /** Where the rest of the line begins and ends in the cell. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Everything below the line of a cell magic; null for the others, and when there is no line below. */
  readonly body: string | null;
  readonly bodyStart: number;
  readonly target: AssignmentTarget | null;
  /** Does it stand inside braces, where a declaration would not reach the notebook? */
  readonly nested: boolean;
}
