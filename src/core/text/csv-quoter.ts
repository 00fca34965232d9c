/** Quotes fields of CSV (RFC 4180) where needed. Empty text is `""`, unlike null, which is an empty field. */
export function csvQuoter(delimiter: string): (text: string) => string {
  return (text) =>
    text === "" || text.includes(delimiter) || /["\n\r]/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
}
