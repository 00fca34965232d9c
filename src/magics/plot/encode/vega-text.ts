/**
 * A text for Vega's expressions, which read `if` and the members of every object as names even within quotes. An invisible trailing space
 * prevents that.
 */
export function vegaText(text: string): string {
  return text === "if" || text in Object.prototype ? `${text}\u00a0` : text;
}

/** A title on one line: Vega-Lite's tooltips fail on others. */
export const vegaTitle = (text: string): string => vegaText(text.replace(/[\n\r\u2028\u2029]/g, " "));

const MAX_LABEL = 32;
const SHORTENED = `length(datum.label) > ${MAX_LABEL} ? slice(datum.label, 0, 19) + '…' + slice(datum.label, length(datum.label) - 12) : datum.label`;

/** Properties of an axis or a legend that leave out the middle of long names, as names mostly differ at their ends. */
export const shortened = (names: readonly string[]): { readonly labelExpr?: string } =>
  names.some(({ length }) => length > MAX_LABEL) ? { labelExpr: SHORTENED } : {};
