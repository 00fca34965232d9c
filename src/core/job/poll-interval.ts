/**
 * Default waits between polls: short at first, as most notebook queries take less than a second, then growing by half
 * up to 5 s, as the hosted service's own clients poll.
 */
export function* pollIntervalsMs(): Generator<number, never> {
  for (let ms = 50; ; ms = Math.min(ms * 1.5, 5000)) yield Math.round(ms);
}
