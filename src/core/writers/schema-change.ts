import { findTable } from "../endpoints/tables.ts";
import { UploadError } from "../errors.ts";
import { jsonText } from "../text/json-text.ts";
import { warn } from "../warnings.ts";
import type { UploadColumn } from "../write/columns/upload-column.ts";
import { checkAppend } from "./check-append.ts";
import type { WriteTarget } from "./writer.ts";

type Schema = ReadonlyMap<string, string>;

async function readSchema(
  { connection, database, table }: WriteTarget,
  signal?: AbortSignal,
): Promise<Schema> {
  const record = await findTable(connection.transport, database, table, signal);
  return new Map((record?.schema ?? []).map(({ name, type }) => [name, type]));
}

/**
 * Appends rows by `upload`, and warns of each column whose type they changed for everybody who reads the table.
 *
 * @param isStrict - Refuses rows that would change the type of a column or add one, before any is sent.
 * @throws UploadError for such rows.
 */
export async function watchSchema(
  columns: readonly UploadColumn[],
  rowCount: number,
  target: WriteTarget,
  isStrict: boolean,
  upload: () => Promise<void>,
): Promise<void> {
  const before = await readSchema(target, target.signal);
  if (isStrict) checkSchema(columns, rowCount, target, before);
  await upload();
  // The rows are in the table: nothing from here on may look as if they were not.
  const after = await readSchema(target).catch(() => before);
  for (const [name, type] of after) {
    const former = before.get(name);
    if (former !== undefined && former !== type)
      warn(
        "schema",
        `appending to ${target.database}.${target.table} changed column ${name} from ${former} to ${type}, for everybody who reads the table; with schema: "strict" such rows are refused`,
      );
  }
}

function checkSchema(
  columns: readonly UploadColumn[],
  rowCount: number,
  { database, table }: WriteTarget,
  schema: Schema,
): void {
  const label = `${database}.${table}`;
  // Every table has `time`, which the schema omits.
  const added = columns.find(({ name }) => name !== "time" && !schema.has(name));
  if (added !== undefined)
    throw new UploadError(
      `${label} has no column ${added.name}, and schema "strict" adds none; no rows were added`,
      0,
    );
  const sent = columns.map(({ name, values }) => ({
    name,
    sqlType: "",
    value: (row: number): unknown => {
      const value = values.at(row);
      return typeof value === "object" && value !== null ? jsonText(value) : value;
    },
  }));
  const scalars = [...schema].filter(([, type]) => !/^(array|map|struct|row)\b/.test(type));
  checkAppend(sent, rowCount, label, scalars);
}
