/**
 * A text as Vega's expressions take it. They read `if` and members of every object as names, even within quotes: a space behind them, which
 * is not seen, prevents that.
 */
export function vegaText(text: string): string {
  return text === "if" || text in Object.prototype ? `${text}\u00a0` : text;
}

/** A copy of a part of a specification with such texts, and with titles on one line, without which Vega-Lite's tooltips fail. */
export function withVegaTexts(part: unknown, key = ""): unknown {
  if (typeof part === "string")
    return vegaText(key === "title" ? part.replace(/[\n\r\u2028\u2029]/g, " ") : part);
  if (Array.isArray(part)) return part.map((one) => withVegaTexts(one));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withVegaTexts(value, name)]));
}
