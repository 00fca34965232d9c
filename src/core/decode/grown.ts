/** `larger` with the contents of `from` at its start. */
export function grown<T extends { set(from: T): void }>(from: T, larger: T): T {
  larger.set(from);
  return larger;
}
