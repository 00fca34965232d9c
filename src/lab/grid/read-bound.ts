const DATE = /^([+-]?)(\d{4,6})(?:-(\d\d)(?:-(\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?)?)?$/;

/**
 * An end of a range, written as the grid shows values.
 *
 * @returns a number's text, which has all its digits, or a date in UTC as unix milliseconds; null for no text, NaN for one that is neither.
 */
export function readBound(text: string, isDate: boolean): string | number | null {
  const entry = text.trim();
  if (entry === "") return null;
  if (!isDate) {
    const digits = entry.replace(/(\d),(?=\d{3})/g, "$1");
    return Number.isNaN(Number(digits)) ? NaN : digits;
  }
  const [, sign, year = "", month = "01", day = "01", time = "00:00"] = DATE.exec(entry) ?? [];
  const at = Date.parse(`${sign || "+"}${year.padStart(6, "0")}-${month}-${day}T${time}Z`);
  // Date.parse takes 30 February as 1 March.
  return year !== "" && new Date(at).getUTCDate() === Number(day) ? at : NaN;
}
