import type { IComm, IKernelConnection } from "@jupyterlab/services";

const TARGET = "svclib";
const TIMEOUT_MS = 60_000;

interface Waiting {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Asks a kernel of svclib's, beside the cells that it runs. */
export class KernelComm {
  static readonly #known = new WeakMap<IKernelConnection, KernelComm>();
  readonly #kernel: IKernelConnection;
  readonly #waiting = new Map<number, Waiting>();
  #comm: IComm | null = null;
  #next = 0;

  private constructor(kernel: IKernelConnection) {
    this.#kernel = kernel;
    // A kernel that is started again knows nothing of a comm with the one before.
    kernel.statusChanged.connect((_, status) => {
      if (/restarting|autorestarting|dead|terminating/.test(status))
        this.#close("the kernel was started again");
    });
    // Answers that came while there was no connection are lost. Asking twice changes nothing more than asking once.
    kernel.connectionStatusChanged.connect((_, status) => {
      if (status !== "connected") return;
      for (const [id, { method, params }] of this.#waiting) this.#comm?.send({ id, method, params });
    });
    kernel.disposed.connect(() => this.#close("the kernel has ended"));
  }

  /** The one comm with a kernel. */
  static of(kernel: IKernelConnection): KernelComm {
    let comm = KernelComm.#known.get(kernel);
    if (comm === undefined) KernelComm.#known.set(kernel, (comm = new KernelComm(kernel)));
    return comm;
  }

  /** @throws Error with the kernel's words, or when it does not answer within a minute. */
  ask<T>(method: string, params: Record<string, unknown> = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const comm = this.#open();
      const id = this.#next++;
      const timer = setTimeout(
        () => this.#settle(id, new Error(`the kernel did not answer (${method})`)),
        TIMEOUT_MS,
      );
      this.#waiting.set(id, {
        method,
        params,
        resolve: resolve as (value: unknown) => void,
        reject,
        timer,
      });
      comm.send({ id, method, params });
    });
  }

  #open(): IComm {
    if (this.#comm !== null && !this.#comm.isDisposed) return this.#comm;
    if (this.#kernel.isDisposed) throw new Error("the kernel has ended");
    const comm = this.#kernel.createComm(TARGET);
    comm.onMsg = ({ content }) => {
      const { id, result, error } = content.data as { id: number; result?: unknown; error?: string };
      this.#settle(id, error === undefined ? { result } : new Error(error));
    };
    comm.onClose = () => this.#close("this kernel has no part for JupyterLab");
    comm.open();
    this.#comm = comm;
    return comm;
  }

  #settle(id: number, outcome: { readonly result: unknown } | Error): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    if (outcome instanceof Error) waiting.reject(outcome);
    else waiting.resolve(outcome.result);
  }

  #close(reason: string): void {
    this.#comm = null;
    for (const id of [...this.#waiting.keys()]) this.#settle(id, new Error(reason));
  }
}
