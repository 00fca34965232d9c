import type { EmbeddedEngine } from "../embedded/embedded-engine.ts";

/** The engine without what belongs to who opened it. */
export type EngineRooms = Omit<EmbeddedEngine, "close" | "memoryBytes">;

/** The name of a call: every method of every room of the engine is one. */
export type CallName = {
  [Room in keyof EngineRooms]: `${Room}.${Extract<keyof EngineRooms[Room], string>}`;
}[keyof EngineRooms];

/**
 * The engine behind calls. There is no list of its methods: each name is a call.
 *
 * Arguments and what a method gives are plain values, but for this: the last argument may have a signal and functions among its members,
 * and what is given may have one member whose items are read as a stream.
 */
export function engineStub(
  call: (name: CallName, args: readonly unknown[]) => Promise<unknown>,
): EngineRooms {
  const room = <Name extends keyof EngineRooms>(name: Name): EngineRooms[Name] =>
    new Proxy(
      {},
      {
        get: (_target, method) =>
          // What has a `then` is taken for a promise.
          typeof method === "string" && method !== "then"
            ? (...args: unknown[]) => call(`${name}.${method}` as CallName, args)
            : undefined,
      },
    ) as EngineRooms[Name];
  return {
    storage: room("storage"),
    statements: room("statements"),
    results: room("results"),
    imports: room("imports"),
  };
}
