import type { EmbeddedEngine } from "../embedded-engine.ts";

/** The engine without the members that belong to its opener. */
export type EngineParts = Omit<EmbeddedEngine, "close" | "memoryBytes">;

/** Call names: every method of every part of the engine. */
export type CallName = {
  [Part in keyof EngineParts]: `${Part}.${Extract<keyof EngineParts[Part], string>}`;
}[keyof EngineParts];

/**
 * The engine as a stub. There is no list of its methods: each property name is a call.
 *
 * Arguments and results are plain values, with two exceptions: the last argument may have a signal and callbacks among
 * its members, and a result may have one member that is an async iterable and is read as a stream.
 */
export function engineStub(
  call: (name: CallName, args: readonly unknown[]) => Promise<unknown>,
): EngineParts {
  const part = <Name extends keyof EngineParts>(name: Name): EngineParts[Name] =>
    new Proxy(
      {},
      {
        get: (_target, method) =>
          // An object with `then` would be awaited as a promise.
          typeof method === "string" && method !== "then"
            ? (...args: unknown[]) => call(`${name}.${method}` as CallName, args)
            : undefined,
      },
    ) as EngineParts[Name];
  return {
    storage: part("storage"),
    stages: part("stages"),
    statements: part("statements"),
    results: part("results"),
    imports: part("imports"),
    sessions: part("sessions"),
  };
}
