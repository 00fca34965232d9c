/**
 * A text for Vega's expressions, which read `if` and the members of every object as names even within quotes. An invisible trailing space
 * prevents that.
 */
export function vegaText(text: string): string {
  return text === "if" || text in Object.prototype ? `${text}\u00a0` : text;
}

/** A copy of a part of a specification with such texts, and with titles on one line: Vega-Lite's tooltips fail on others. */
export function withVegaTexts(part: unknown, key = ""): unknown {
  if (typeof part === "string")
    return vegaText(key === "title" ? part.replace(/[\n\r\u2028\u2029]/g, " ") : part);
  if (Array.isArray(part)) return part.map((one) => withVegaTexts(one));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withVegaTexts(value, name)]));
}
