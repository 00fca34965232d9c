/** An invalid cluster setting; the message is for the person who starts the service. */
export class ClusterConfigError extends Error {
  override readonly name = "ClusterConfigError";
}
