/**
 * Maps items with an async function, with limited concurrency.
 *
 * @returns one outcome per item, in order; a failure does not stop the others.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  atOnce: number,
  map: (item: T) => Promise<R>,
): Promise<PromiseSettledResult<R>[]> {
  const outcomes: PromiseSettledResult<R>[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let at = next++; at < items.length; at = next++)
      outcomes[at] = await map(items[at] as T).then(
        (value) => ({ status: "fulfilled", value }) as const,
        (reason: unknown) => ({ status: "rejected", reason }) as const,
      );
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return outcomes;
}
