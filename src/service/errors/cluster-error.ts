/** A cluster can't be reached or answers nonsense; not the fault of the statement. */
export class ClusterError extends Error {
  override readonly name = "ClusterError";
  /** What happened in our own words: nothing of an answer is in it, so that it may be logged. */
  readonly what: string;

  /** @param options.detail - What the cluster said, which may hold values. */
  constructor(what: string, options: { readonly detail?: string; readonly cause?: unknown } = {}) {
    const { detail, cause } = options;
    super(detail === undefined ? what : `${what}: ${detail}`, cause === undefined ? {} : { cause });
    this.what = what;
  }
}
