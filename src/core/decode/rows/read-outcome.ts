// The readers of the row loop take the position of a value and return the position behind it, or one of these:

/** The bytes end inside the value. Rows write to fixed places, so the row is simply read again when more has come. */
export const MORE = -1;

/** Not a value of the column's kind. */
export const OTHER = -2;
