/** Option of every function that uses the network. */
export interface SignalOption {
  /** Aborting it stops the operation, which rejects with InterruptedError. */
  readonly signal?: AbortSignal | undefined;
}
