import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const lines = (properties) =>
  `${Object.entries(properties)
    .map(([key, value]) => `${key}=${value}`)
    .join("\n")}\n`;

/** Writes the settings of a server of one node. @returns the path of its main file. */
export function writeTrinoFiles(folder, { port, catalogs, properties = {} }) {
  const catalogFolder = join(folder, "catalog");
  mkdirSync(catalogFolder, { recursive: true });
  for (const [name, catalog] of Object.entries(catalogs)) {
    writeFileSync(join(catalogFolder, `${name}.properties`), lines(catalog));
  }
  const path = join(folder, "config.properties");
  writeFileSync(
    path,
    lines({
      coordinator: true,
      "node-scheduler.include-coordinator": true,
      "http-server.http.port": port,
      "discovery.uri": `http://127.0.0.1:${port}`,
      "query.max-memory-per-node": "512MB",
      "memory.heap-headroom-per-node": "400MB",
      "catalog.config-dir": catalogFolder,
      ...properties,
    }),
  );
  return path;
}

/** How a server is started by Java itself: its launcher would need Python. */
export function trinoArguments({ data, config, classPath, mainClass, more = [] }) {
  return [
    "-Xmx1536m",
    "-XX:+UseG1GC",
    "-XX:ReservedCodeCacheSize=256M",
    "-Djdk.attach.allowAttachSelf=true",
    "-Dfile.encoding=UTF-8",
    ...more,
    "-Dnode.environment=test",
    "-Dnode.id=svc",
    `-Dnode.data-dir=${data}`,
    `-Dconfig=${config}`,
    "-cp",
    classPath,
    mainClass,
  ];
}

export async function isTrinoReady(port) {
  try {
    const info = await (await globalThis.fetch(`http://127.0.0.1:${port}/v1/info`)).json();
    return info.starting === false;
  } catch {
    return false;
  }
}

export const CATALOGS = {
  memory: { "connector.name": "memory" },
  // The names of columns that the benchmark's own queries have.
  tpch: { "connector.name": "tpch", "tpch.column-naming": "STANDARD" },
};
