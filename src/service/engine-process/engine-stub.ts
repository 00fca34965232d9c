import type { EmbeddedEngine } from "../embedded/embedded-engine.ts";

/** The engine without what belongs to who opened it. */
export type EngineParts = Omit<EmbeddedEngine, "close" | "memoryBytes">;

/** The name of a call: every method of every part of the engine is one. */
export type CallName = {
  [Part in keyof EngineParts]: `${Part}.${Extract<keyof EngineParts[Part], string>}`;
}[keyof EngineParts];

/**
 * The engine behind calls. There is no list of its methods: each name is a call.
 *
 * Arguments and what a method gives are plain values, but for this: the last argument may have a signal and functions among its members,
 * and what is given may have one member whose items are read as a stream.
 */
export function engineStub(
  call: (name: CallName, args: readonly unknown[]) => Promise<unknown>,
): EngineParts {
  const part = <Name extends keyof EngineParts>(name: Name): EngineParts[Name] =>
    new Proxy(
      {},
      {
        get: (_target, method) =>
          // What has a `then` is taken for a promise.
          typeof method === "string" && method !== "then"
            ? (...args: unknown[]) => call(`${name}.${method}` as CallName, args)
            : undefined,
      },
    ) as EngineParts[Name];
  return {
    storage: part("storage"),
    statements: part("statements"),
    results: part("results"),
    imports: part("imports"),
  };
}
