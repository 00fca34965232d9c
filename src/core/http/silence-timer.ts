/** So long what has come while the process was busy has to be seen: a timer that is due is served before the sockets are. */
const GRACE_MS = 20;

/** Notices that nothing was heard for `ms`. Time in which the process was busy with other things, and heard nothing for that, does not count against the other side. */
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
