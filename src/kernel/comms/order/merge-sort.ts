/** Runs of up to this length are sorted by insertion. */
const SHORT = 16;

/** Scratch space of merges; grows on demand. */
export class MergeSpace {
  keys = new Float64Array(1 << 12);
  rows = new Uint32Array(1 << 12);

  grow(length: number): void {
    if (this.keys.length >= length) return;
    this.keys = new Float64Array(length);
    this.rows = new Uint32Array(length);
  }
}

/** Stable sort of keys and rows between `from` and `to` (exclusive), NaN last. */
export function mergeSort(
  keys: Float64Array,
  rows: Uint32Array,
  from: number,
  to: number,
  space: MergeSpace,
): void {
  for (let start = from; start < to; start += SHORT)
    insertionSort(keys, rows, start, Math.min(to, start + SHORT));
  for (let width = SHORT; width < to - from; width *= 2)
    for (let start = from; start + width < to; start += 2 * width)
      merge(keys, rows, start, start + width, Math.min(to, start + 2 * width), space);
}

function insertionSort(keys: Float64Array, rows: Uint32Array, from: number, to: number): void {
  for (let next = from + 1; next < to; next++) {
    const key = keys[next] as number;
    const row = rows[next] as number;
    let at = next;
    for (; at > from; at--) {
      const before = keys[at - 1] as number;
      if (!(before > key || (before !== before && key === key))) break;
      keys[at] = before;
      rows[at] = rows[at - 1] as number;
    }
    keys[at] = key;
    rows[at] = row;
  }
}

function merge(
  keys: Float64Array,
  rows: Uint32Array,
  from: number,
  middle: number,
  to: number,
  space: MergeSpace,
): void {
  const last = keys[middle - 1] as number;
  const first = keys[middle] as number;
  if (last <= first || first !== first) return;
  const count = middle - from;
  space.grow(count);
  const { keys: leftKeys, rows: leftRows } = space;
  for (let at = 0; at < count; at++) {
    leftKeys[at] = keys[from + at] as number;
    leftRows[at] = rows[from + at] as number;
  }
  let left = 0;
  let right = middle;
  for (let at = from; left < count; at++) {
    const a = leftKeys[left] as number;
    const b = keys[right] as number;
    if (right < to && (b < a || (a !== a && b === b))) {
      keys[at] = b;
      rows[at] = rows[right++] as number;
    } else {
      keys[at] = a;
      rows[at] = leftRows[left++] as number;
    }
  }
}
