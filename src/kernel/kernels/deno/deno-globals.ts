/** The part of Deno's own interface that the boot module uses. */
export interface DenoNamespace {
  readonly stdin: { readonly readable: AsyncIterable<Uint8Array> };
  readonly jupyter: { broadcast(type: string, content: object): Promise<void> };
  exit(code: number): never;
}

export function deno(): DenoNamespace {
  const namespace = (globalThis as { readonly Deno?: DenoNamespace }).Deno;
  if (!namespace) throw new Error("This module runs inside Deno's Jupyter kernel only");
  return namespace;
}
