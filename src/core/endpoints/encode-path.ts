/** Joins segments to a path, percent-encoding all characters but `A-Z a-z 0-9 _ . - ~`. */
export function encodePath(...segments: (string | number)[]): string {
  return segments
    .map((segment) =>
      encodeURIComponent(String(segment)).replace(
        /[!'()*]/g,
        (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join("/");
}
