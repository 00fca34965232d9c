import { finerUnit, readAnyTime } from "../dates/value-to-unix-ms.ts";
import { ambiguousZone } from "../dates/zone-name.ts";
import { ConfigError } from "../errors.ts";
import type { Column } from "../table/table.ts";

/** Converts a column to values of `time`: whole unix seconds, rounded down. */
export function timeSeconds(name: string, values: Column): Int32Array | Float64Array {
  // Already whole seconds.
  if (values instanceof Int32Array) return values;
  const seconds = new Float64Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values.at(row);
    const unixMs = value === null || value === undefined ? null : readAnyTime(value);
    if (unixMs === null) {
      const seen = typeof value === "string" ? JSON.stringify(value) : String(value);
      const finer = finerUnit(value);
      const hint =
        (finer === null ? null : `it would be ${finer}, but the service's times are seconds`) ??
        (typeof value === "string" ? ambiguousZone(value) : null) ??
        "times are unix seconds, dates, or ISO text";
      throw new ConfigError(`row ${row} of time column ${JSON.stringify(name)} is ${seen}; ${hint}`);
    }
    seconds[row] = Math.floor(unixMs / 1000);
  }
  return seconds;
}
