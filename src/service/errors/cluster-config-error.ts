/** Faults of a cluster's settings, in words for the person who started the service. */
export class ClusterConfigError extends Error {
  override readonly name = "ClusterConfigError";
}
