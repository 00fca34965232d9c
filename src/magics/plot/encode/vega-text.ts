/**
 * A text for Vega's expressions, which read `if` and the members of every object as names even within quotes. An invisible trailing space
 * prevents that.
 */
export function vegaText(text: string): string {
  return text === "if" || text in Object.prototype ? `${text}\u00a0` : text;
}

/** A title on one line: Vega-Lite's tooltips fail on others. */
export const vegaTitle = (text: string): string => vegaText(text.replace(/[\n\r\u2028\u2029]/g, " "));
