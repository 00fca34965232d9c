import { readFileSync } from "node:fs";

interface Manifest {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** package.json, two folders above `src/cli` and `dist/cli`. */
export const readManifest = (): Manifest =>
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as Manifest;
