const LABEL_LENGTH = 32;
/** Characters at the start and end of a long label, where similar names mostly differ. */
const ENDS = [
  [17, 14],
  [31, 0],
  [0, 31],
  [24, 7],
  [7, 24],
] as const;

/** Properties of an axis or a legend whose long labels are shortened so that most of them stay distinct. */
export function shortened(labels: readonly string[]): { readonly labelExpr?: string } {
  const long = labels.filter((label) => label.length > LABEL_LENGTH);
  if (long.length === 0) return {};
  const different = ([head, tail]: (typeof ENDS)[number]): number =>
    new Set(long.map((label) => label.slice(0, head) + label.slice(label.length - tail))).size;
  const [first, ...others] = ENDS;
  const [head, tail] = others.reduce<(typeof ENDS)[number]>(
    (best, ends) => (different(ends) > different(best) ? ends : best),
    first,
  );
  const labelExpr = `length(datum.label) > ${LABEL_LENGTH} ? slice(datum.label, 0, ${head}) + '…' + slice(datum.label, length(datum.label) - ${tail}) : datum.label`;
  return { labelExpr };
}
