/** Remembers the results for up to `most` texts; then it forgets all of them. */
export function cached<T>(most: number, make: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    let value = cache.get(text);
    if (value === undefined) {
      value = make(text);
      if (cache.size >= most) cache.clear();
      cache.set(text, value);
    }
    return value;
  };
}
