/** Are two identifiers the same to the engines? Letter case does not count; null is no identifier. */
export function sameName(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a.toLowerCase() === b.toLowerCase();
}
