/** Remembers the results for up to `most` texts; then it forgets all of them. */
export function cached<T>(most: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      value = make(text);
      if (known.size >= most) known.clear();
      known.set(text, value);
    }
    return value;
  };
}
