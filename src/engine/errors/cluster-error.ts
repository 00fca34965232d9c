/** A cluster can't be reached or sends an invalid reply; not an error of the statement. */
export class ClusterError extends Error {
  override readonly name = "ClusterError";
  /** The error without any content of the reply, so that it can be logged. */
  readonly what: string;

  /** @param options.detail - The cluster's message, which may contain values. */
  constructor(what: string, options: { readonly detail?: string; readonly cause?: unknown } = {}) {
    const { detail, cause } = options;
    super(detail === undefined ? what : `${what}: ${detail}`, cause === undefined ? {} : { cause });
    this.what = what;
  }
}

/** An invalid cluster setting; the message is for the person who starts the service. */
export class ClusterConfigError extends Error {
  override readonly name = "ClusterConfigError";
}
