/**
 * The statements of a project by their text, with the type of their rows; a statement with an error has its message instead. Empty, until
 * the file that `svclib types` writes adds the project's.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- others add to it
export interface SvcStatements {}

/** What a read takes as its statement: for one that `svclib types` knows to be wrong its error, which no text fits. */
export type CheckedText<Q> = Q extends keyof SvcStatements
  ? SvcStatements[Q] extends string
    ? SvcStatements[Q]
    : Q
  : Q;

/** The rows of a statement: of `svclib types`, else `R`. */
export type CheckedRow<Q, R extends object> = Q extends keyof SvcStatements
  ? SvcStatements[Q] extends object
    ? SvcStatements[Q]
    : R
  : R;
