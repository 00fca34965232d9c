/** The extra option of everything that uses the network. */
export interface SignalOption {
  /** Aborting it stops the operation, which then rejects with InterruptedError. */
  readonly signal?: AbortSignal | undefined;
}
