/**
 * A text for Vega, on one line, as tooltips fail on others. Its expressions read `if` and the members of every object as names even within
 * quotes; an invisible trailing space prevents that.
 */
export function vegaText(text: string): string {
  const line = text.replace(/[\n\r\u2028\u2029]/g, " ");
  return line === "if" || line in Object.prototype ? `${line}\u00a0` : line;
}
