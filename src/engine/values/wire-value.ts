import type { DuckDBBlobValue, DuckDBListValue, DuckDBMapValue, DuckDBStructValue } from "@duckdb/node-api";
import { engineFieldName } from "../../dialect/types/engine-type.ts";
import type { Type } from "../../dialect/types/type.ts";
import type { Dialect } from "../../dialect/dialect.ts";

type Read = (value: never) => unknown;

/**
 * Returns a reader of nested values. Arrays stay arrays, maps become objects by the key's text, rows become arrays in Presto (as in the
 * statement protocol) and objects in Hive, binary becomes bytes. Leaves need no conversion.
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
