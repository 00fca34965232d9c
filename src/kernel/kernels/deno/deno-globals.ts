/** The part of the Deno namespace that the boot module uses. */
export interface DenoNamespace {
  readonly internal?: symbol;
  readonly stdin: { readonly readable: AsyncIterable<Uint8Array> };
  readonly jupyter: { broadcast(type: string, content: object): Promise<void> };
  readonly exit: (code: number) => never;
  readonly inspect: (value: unknown) => string;
}

export function deno(): DenoNamespace {
  const namespace = (globalThis as { readonly Deno?: DenoNamespace }).Deno;
  if (!namespace) throw new Error("This module runs inside Deno's Jupyter kernel only");
  return namespace;
}

/** Displays the value of a cell's last expression; called at the end of every successful cell. */
export type BroadcastResult = (executionCount: number, result: unknown) => Promise<void>;

interface Internals {
  readonly jupyter?: { broadcastResult?: BroadcastResult };
}

/** The object on which Deno's kernel looks up the function; null in versions of Deno without it. */
export function resultBroadcaster(): { broadcastResult: BroadcastResult } | null {
  const namespace = deno();
  const internals =
    namespace.internal === undefined
      ? undefined
      : (namespace as unknown as Record<symbol, Internals>)[namespace.internal];
  const jupyter = internals?.jupyter;
  return typeof jupyter?.broadcastResult === "function"
    ? (jupyter as { broadcastResult: BroadcastResult })
    : null;
}

type Listen = (type: string, listener: (event: Event & { readonly reason?: unknown }) => void) => void;

/** Handles unhandled rejections and uncaught errors in place of Deno. */
export function onLostErrors(rejected: (reason: unknown) => void, thrown: (error: unknown) => void): void {
  const { addEventListener } = globalThis as unknown as { readonly addEventListener: Listen };
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    rejected(event.reason);
  });
  addEventListener("error", (event) => {
    event.preventDefault();
    thrown((event as { readonly error?: unknown }).error);
  });
}
