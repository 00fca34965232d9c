import { readFileSync } from "node:fs";
import type { HiveOptions } from "../../../src/clusters/hive-server/thrift/hive-options.ts";
import { engineUrl } from "./engine-url.ts";

/** The HiveServer2 under test, with its credentials. */
export function hiveOptions(): HiveOptions {
  const { HIVE_PASSWORD: password, HIVE_CA: ca } = process.env;
  return {
    url: engineUrl("HIVE_URL"),
    ...(password === undefined ? {} : { password }),
    ...(ca === undefined ? {} : { ca: readFileSync(ca, "utf8") }),
  };
}
