import { join } from "node:path";
import { cached, isCached } from "./cache-folder.mjs";
import { freePort, startProcess } from "./engine-process.mjs";
import { runTool } from "./run-tool.mjs";

/** Trino's spooling needs an S3 store: this one is a pip package. Flask serves it; the package's own `server` extra installs far more. */
const PACKAGES = ["moto[s3]==5.2.5", "flask==3.1.3", "flask-cors==6.0.5"];
const CACHE = "moto-5.2.5";
const BUCKET = "segments";

export const hasObjectStore = () => isCached(CACHE);

export function obtainObjectStore() {
  return cached(CACHE, (folder) => {
    runTool("python3", ["-m", "venv", folder]);
    runTool(join(folder, "bin", "pip"), ["install", "--quiet", ...PACKAGES]);
  });
}

/** An in-memory object store with one bucket. @returns url, bucket, and stop(). */
export async function startObjectStore(run) {
  const folder = await obtainObjectStore();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const stop = await startProcess({
    command: join(folder, "bin", "python"),
    args: ["-m", "moto.server", "--host", "127.0.0.1", "--port", String(port)],
    cwd: run,
    log: join(run, "object-store.log"),
    isReady: async () => {
      try {
        return (await globalThis.fetch(`${url}/${BUCKET}`, { method: "PUT" })).ok;
      } catch {
        return false;
      }
    },
  });
  return { url, bucket: BUCKET, stop };
}
