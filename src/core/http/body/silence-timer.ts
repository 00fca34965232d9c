/** Time to read data that arrived while the process was busy: Node.js runs due timers before it reads sockets. */
const GRACE_MS = 20;

/** Calls `onSilence` after `ms` without {@link restart}. Data that arrived while the process was busy is read first. */
export class SilenceTimer {
  readonly #ms: number;
  readonly #onSilence: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, onSilence: () => void) {
    this.#ms = ms;
    this.#onSilence = onSilence;
    this.restart();
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(this.#onSilence, GRACE_MS);
    }, this.#ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
