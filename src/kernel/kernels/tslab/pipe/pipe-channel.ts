// This folder: the pipe between the proxy and tslab, for what is not in Jupyter's protocol.

import { Signer } from "../../../wire/signer.ts";
import type { ChildEvent } from "../../child-library.ts";

export type ToChild =
  | { readonly type: "bound" | "tables"; readonly id: number; readonly names: readonly string[] }
  | { readonly type: "copy-grid"; readonly id: number; readonly grid: string }
  | { readonly type: "evaluate"; readonly id: number; readonly code: string }
  | { readonly type: "use"; readonly names: readonly string[] }
  | { readonly type: "interrupt" }
  | { readonly type: "load" }
  | { readonly type: "expect-chart" }
  | { readonly type: "end" };

export type FromChild =
  | { readonly type: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly type: "event"; readonly event: ChildEvent }
  | { readonly type: "failed"; readonly id: number; readonly message: string }
  /** A cell's code has broken the process, which exits. */
  | { readonly type: "unusable"; readonly message: string };

/**
 * File descriptors in the child for reading and writing. Two pipes, because on Windows a pipe with synchronous writes allows one operation
 * at a time, and a pending read would block them.
 */
export const IN_FD = 3;
export const OUT_FD = 5;

/** File descriptor of the pipe on which each byte is a Stop. */
export const STOP_FD = 4;

/** Messages are unsigned: only the proxy and its child can access the pipe. */
export const unsigned = new Signer("");
