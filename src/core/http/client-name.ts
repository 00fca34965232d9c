import { VERSION } from "../version.ts";

/** This library's name: in `user-agent` and in the first comment line of statements. */
export function clientName(prefix?: string | null): string {
  const own = `svclib/${VERSION} (${runtime()})`;
  return prefix ? `${prefix} ${own}` : own;
}

function runtime(): string {
  const { versions } = process;
  return versions["deno"] ? `deno/${versions["deno"]}` : `node/${versions.node}`;
}
