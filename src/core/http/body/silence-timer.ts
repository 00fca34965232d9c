/** Time to read what came while the process was busy: a timer that is due runs before the sockets are read. */
const GRACE_MS = 20;

/** Notices that nothing was heard for `ms`. What came while the process was busy with other things is read first. */
export class SilenceTimer {
  readonly #ms: number;
  readonly #onSilence: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, onSilence: () => void) {
    this.#ms = ms;
    this.#onSilence = onSilence;
    this.heard();
  }

  /** Begins anew. */
  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(this.#onSilence, GRACE_MS);
    }, this.#ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
