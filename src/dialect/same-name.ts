/** Whether two identifiers are equal for the engines, ignoring case; null equals nothing. */
export function sameName(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a.toLowerCase() === b.toLowerCase();
}
