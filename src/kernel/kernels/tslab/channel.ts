import { Signer } from "../../signer.ts";

/** What the proxy tells the boot module of its tslab child. */
export type ToChild =
  | { readonly type: "scope"; readonly id: number; readonly names: readonly string[] }
  | { readonly type: "load" }
  | { readonly type: "end" };

/** What the boot module answers. */
export type FromChild =
  | {
      readonly type: "scope";
      readonly id: number;
      readonly database: string | null;
      readonly bound: readonly string[];
    }
  | { readonly type: "scope-failed"; readonly id: number; readonly message: string };

/** File descriptor of the pipe in the child. */
export const PIPE_FD = 3;

/** tslab checks signatures whatever its key. Nobody else can write to the pipe, so the key is no secret. */
export const PIPE_KEY = "svclib";

export const pipeSigner = new Signer(PIPE_KEY);
