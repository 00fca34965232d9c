/** What the proxy tells the boot module of its tslab child, over the child's ipc channel. */
export type ToChild =
  | { readonly type: "scope"; readonly id: number; readonly names: readonly string[] }
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
