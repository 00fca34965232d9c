import type { Content } from "../../../wire/message.ts";
import { Signer } from "../../../wire/signer.ts";
import type { ChildEvent } from "../../child-library.ts";

/** Messages from the proxy to the boot module of its tslab child. */
export type ToChild =
  | { readonly type: "bound"; readonly id: number; readonly names: readonly string[] }
  | { readonly type: "evaluate"; readonly id: number; readonly code: string }
  | { readonly type: "interrupt" }
  | { readonly type: "load" }
  | { readonly type: "end" };

/** Messages from the boot module to the proxy. */
export type FromChild =
  | { readonly type: "bound"; readonly id: number; readonly bound: readonly string[] }
  | { readonly type: "value"; readonly id: number; readonly content: Content }
  | { readonly type: "event"; readonly event: ChildEvent }
  | { readonly type: "failed"; readonly id: number; readonly message: string }
  /** The process ends, because code of a cell has broken it. */
  | { readonly type: "unusable"; readonly message: string };

/**
 * File descriptors of the pipes in the child: what it reads, and what it writes. Not one for both: Windows does one thing at a time on a pipe
 * that is written synchronously, and reading waits for the proxy.
 */
export const IN_FD = 3;
export const OUT_FD = 5;

/** File descriptor of the pipe whose every byte is a Stop. */
export const STOP_FD = 4;

/** Nobody but the proxy and its child can write to the pipe. */
export const unsigned = new Signer("");
