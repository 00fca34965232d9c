/** Copies `from` to the start of `larger`, and returns it. */
export function grown<T extends { set(from: T): void }>(from: T, larger: T): T {
  larger.set(from);
  return larger;
}

/** The first `count` entries of `from`; `from` itself if that is all. */
export function upTo<T extends { readonly length: number; slice(start: number, end: number): T }>(
  from: T,
  count: number,
): T {
  return from.length === count ? from : from.slice(0, count);
}
