import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, startProcess } from "./engine-process.mjs";

export const CATALOGS = {
  memory: { "connector.name": "memory" },
  // Column names as in the benchmark's queries.
  tpch: { "connector.name": "tpch", "tpch.column-naming": "STANDARD" },
};

/** Writes a file of settings. @returns its path. */
export function writeProperties(path, properties) {
  const lines = Object.entries(properties).map(([key, value]) => `${key}=${value}`);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

/**
 * Starts a single-node Trino, or a Presto of its line, in the folder `run`, with Java directly: its launcher needs Python.
 *
 * @returns url, and stop().
 */
export async function startTrino(
  run,
  { java, javaOptions = [], classPath, mainClass, catalogs, properties },
) {
  const port = await freePort();
  const data = join(run, "data");
  const catalogFolder = join(run, "catalog");
  for (const folder of [data, catalogFolder]) mkdirSync(folder);
  for (const [name, catalog] of Object.entries(catalogs)) {
    writeProperties(join(catalogFolder, `${name}.properties`), catalog);
  }
  const config = writeProperties(join(run, "config.properties"), {
    coordinator: true,
    "node-scheduler.include-coordinator": true,
    "http-server.http.port": port,
    "discovery.uri": `http://127.0.0.1:${port}`,
    "query.max-memory-per-node": "512MB",
    "memory.heap-headroom-per-node": "400MB",
    "catalog.config-dir": catalogFolder,
    ...properties,
  });
  const stop = await startProcess({
    command: java,
    args: [
      "-Xmx1536m",
      "-XX:+UseG1GC",
      "-XX:ReservedCodeCacheSize=256M",
      "-Djdk.attach.allowAttachSelf=true",
      "-Dfile.encoding=UTF-8",
      ...javaOptions,
      "-Dnode.environment=test",
      "-Dnode.id=svc",
      `-Dnode.data-dir=${data}`,
      `-Dconfig=${config}`,
      "-cp",
      classPath,
      mainClass,
    ],
    cwd: run,
    log: join(run, "log"),
    isReady: () => isTrinoReady(port),
  });
  return { stop, url: `http://127.0.0.1:${port}` };
}

async function isTrinoReady(port) {
  try {
    const info = await (await globalThis.fetch(`http://127.0.0.1:${port}/v1/info`)).json();
    return info.starting === false;
  } catch {
    return false;
  }
}
