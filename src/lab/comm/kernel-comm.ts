// This folder: requests to the kernel and their replies.

import { Signal } from "@lumino/signaling";
import type { IComm, IKernelConnection } from "@jupyterlab/services";

const TARGET = "svclib";
const TIMEOUT_MS = 60_000;
/** Messages that a kernel publishes while its server is still connecting are lost, so the first request is repeated until answered. */
const HELLO = { id: -1, method: "hello", params: {} };
const HELLO_EVERY_MS = 2_000;

interface PendingCommRequest {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Sends requests to an svclib kernel beside running cells; reconnects after a restart. */
export class KernelComm {
  static readonly #comms = new WeakMap<IKernelConnection, KernelComm>();
  /** Emitted when the kernel first answers, also after each restart. */
  readonly opened = new Signal<this, void>(this);
  /** Emitted with the reason when the kernel's state is lost. */
  readonly lost = new Signal<this, string>(this);
  readonly #kernel: IKernelConnection;
  readonly #waiting = new Map<number, PendingCommRequest>();
  #comm: IComm | null = null;
  #isOpen = false;
  #hello: ReturnType<typeof setTimeout> | undefined;
  /** Why no requests are sent to this kernel. */
  #refusal: string | null = null;
  #next = 0;

  private constructor(kernel: IKernelConnection) {
    this.#kernel = kernel;
    kernel.statusChanged.connect((_, status) => {
      if (/restarting|autorestarting/.test(status)) this.#lose("The kernel was restarted");
      else if (/dead|terminating/.test(status)) this.#lose("The kernel has ended");
    });
    // A restart ends with a new connection. Replies sent in between are lost; repeating a request has no further effect. A kernel that was
    // restarted meanwhile closes the comm when greeted.
    kernel.connectionStatusChanged.connect((_, status) => {
      if (status !== "connected") return;
      if (this.#comm === null) this.#open();
      else if (this.#isOpen) {
        this.#comm.send(HELLO);
        this.#sendAll();
      }
    });
    kernel.disposed.connect(() => this.#lose("The kernel has ended"));
    this.#open();
  }

  /** The comm of a kernel; one for each. */
  static of(kernel: IKernelConnection): KernelComm {
    let comm = KernelComm.#comms.get(kernel);
    if (comm === undefined) KernelComm.#comms.set(kernel, (comm = new KernelComm(kernel)));
    return comm;
  }

  /** @throws Error with the kernel's message, or when it does not answer within a minute. */
  ask<T>(method: string, params: Record<string, unknown> = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#refusal !== null) throw new Error(this.#refusal);
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
      if (this.#isOpen) this.#comm?.send({ id, method, params });
    });
  }

  #open(): void {
    if (this.#kernel.isDisposed || this.#kernel.status === "dead") return;
    if (!this.#kernel.handleComms) {
      this.#refusal = "another tab shows this kernel's tables; close it to use them here";
      return;
    }
    this.#refusal = null;
    const comm = this.#kernel.createComm(TARGET);
    comm.onMsg = ({ content }) => this.#take(content.data);
    comm.onClose = () => this.#closed();
    comm.open();
    this.#comm = comm;
    const greet = (): void => {
      if (comm.isDisposed || this.#kernel.status === "dead") return;
      comm.send(HELLO);
      this.#hello = setTimeout(greet, HELLO_EVERY_MS);
    };
    greet();
  }

  #take(data: unknown): void {
    const { id, result, error } = data as { id: number; result?: unknown; error?: string };
    if (id !== HELLO.id) return this.#settle(id, error === undefined ? { result } : new Error(error));
    if (this.#isOpen) return;
    this.#isOpen = true;
    clearTimeout(this.#hello);
    this.#sendAll();
    this.opened.emit();
  }

  #sendAll(): void {
    for (const [id, { method, params }] of this.#waiting) this.#comm?.send({ id, method, params });
  }

  /** The kernel does not know the comm: it was restarted by another client, or has an earlier svclib. */
  #closed(): void {
    const wasOpen = this.#isOpen;
    if (!wasOpen)
      this.#refusal = "this kernel does not support the extension; update svclib and restart the kernel";
    this.#lose(wasOpen ? "The kernel was restarted" : "This kernel does not support the extension");
    if (wasOpen) this.#open();
  }

  #settle(id: number, outcome: { readonly result: unknown } | Error): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    if (outcome instanceof Error) waiting.reject(outcome);
    else waiting.resolve(outcome.result);
  }

  #lose(reason: string): void {
    clearTimeout(this.#hello);
    this.#comm = null;
    this.#isOpen = false;
    for (const id of [...this.#waiting.keys()]) this.#settle(id, new Error(reason));
    this.lost.emit(reason);
  }
}
