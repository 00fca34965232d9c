import type { DuckDBBlobValue, DuckDBListValue, DuckDBMapValue, DuckDBStructValue } from "@duckdb/node-api";
import { engineFieldName } from "../../../dialect/types/engine-type.ts";
import type { Type } from "../../../dialect/types/type.ts";
import type { Dialect } from "../../../dialect/dialect.ts";

type Read = (value: never) => unknown;

/**
 * Reads a nested value: arrays as arrays, maps as objects by text of the key, rows as arrays of their fields (the statement protocol's form)
 * in Presto and as objects in Hive, binary as bytes. Leaves are booleans, numbers, bigints and text already.
 */
export function wireValue(type: Type, dialect: Dialect): Read {
  switch (type.kind) {
    case "varbinary":
      return (value: DuckDBBlobValue) => value.bytes;
    case "array": {
      const element = orNull(wireValue(type.element, dialect));
      return (value: DuckDBListValue) => value.items.map(element);
    }
    case "map": {
      const item = orNull(wireValue(type.value, dialect));
      return (value: DuckDBMapValue) =>
        Object.fromEntries(value.entries.map((entry) => [String(entry.key), item(entry.value)]));
    }
    case "row": {
      const reads = type.fields.map((field) => orNull(wireValue(field.type, dialect)));
      const names = type.fields.map((_, i) => engineFieldName(type.fields, i));
      if (dialect === "presto")
        return (value: DuckDBStructValue) => reads.map((read, i) => read(value.entries[names[i]!]));
      return (value: DuckDBStructValue) =>
        Object.fromEntries(
          reads.map((read, i) => [
            type.fields[i]!.name?.toLowerCase() ?? `col${i + 1}`,
            read(value.entries[names[i]!]),
          ]),
        );
    }
    default:
      return (value: unknown) => value;
  }
}

function orNull(read: Read): (value: unknown) => unknown {
  return (value) => (value === null || value === undefined ? null : read(value as never));
}
