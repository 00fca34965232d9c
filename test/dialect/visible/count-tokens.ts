import { TokenStream } from "../../../src/dialect/parse/token-stream.ts";

/** How often `run` looks at a token. A spy of Jest would keep each of these calls, which takes longer than they do. */
export function countTokens(run: () => unknown): number {
  const { prototype } = TokenStream;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, "peek")!;
  const peek = descriptor.value as TokenStream["peek"];
  let count = 0;
  prototype.peek = function (ahead) {
    count++;
    return peek.call(this, ahead);
  };
  try {
    run();
  } finally {
    Object.defineProperty(prototype, "peek", descriptor);
  }
  return count;
}
