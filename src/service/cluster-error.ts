/** A cluster can't be reached or answers nonsense; not the fault of the statement. */
export class ClusterError extends Error {
  override readonly name = "ClusterError";
}
