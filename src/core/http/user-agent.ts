import { VERSION } from "../version.ts";

/** How this library names itself: in `user-agent` and in the first comment line of statements. */
export function clientName(prefix?: string): string {
  const own = `svclib/${VERSION} (${runtime()})`;
  return prefix ? `${prefix} ${own}` : own;
}

function runtime(): string {
  const { versions } = process;
  return versions["deno"] ? `deno/${versions["deno"]}` : `node/${versions.node}`;
}
