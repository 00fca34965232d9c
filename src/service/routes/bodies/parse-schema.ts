import type { TableColumn } from "../../engine/engine.ts";
import { Fault } from "../../errors/fault.ts";

/**
 * Parses the `schema` field: JSON of `[[name, type], …]`, each with an optional alias. `time` is omitted, as every
 * table has it.
 *
 * @throws Fault `bad_request` for another shape, `invalid` for an alias that differs from its name.
 */
export function parseSchema(text: string): TableColumn[] {
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (cause) {
    throw new Fault("bad_request", `The field schema is not JSON: ${(cause as Error).message}`);
  }
  if (!Array.isArray(schema))
    throw new Fault("bad_request", "The field schema must be an array of [name, type].");
  const columns: TableColumn[] = [];
  const named = new Set<string>();
  for (const [at, entry] of (schema as unknown[]).entries()) {
    const [name, type, alias = name] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (typeof name !== "string" || name === "" || typeof type !== "string")
      throw new Fault("bad_request", `Entry ${at + 1} of the schema must be [name, type].`);
    if (alias !== name)
      throw new Fault(
        "invalid",
        `The column ${name} can't have the alias ${JSON.stringify(alias)}: aliases are not supported.`,
      );
    if (named.has(name.toLowerCase())) throw new Fault("bad_request", `The column ${name} is named twice.`);
    named.add(name.toLowerCase());
    if (name !== "time") columns.push({ name, type });
  }
  return columns;
}
