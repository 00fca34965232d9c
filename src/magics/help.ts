import { UsageError } from "../core/errors.ts";
import { Table } from "../core/table/table.ts";
import { helpText, magicLabel, shortUsage } from "./cell/arguments/usage.ts";
import { ALL_MAGICS, findMagic } from "./commands/all-magics.ts";
import { codeBlock } from "./display/displayable.ts";
import { host } from "./notebook-host.ts";

/** Display a magic's help, as `%svc_tables?` and `%svc_tables --help` do. */
export function magic_help(name: string): void {
  const record = findMagic(name);
  if (record === null) throw new UsageError(`there is no magic ${name}`);
  host().display(codeBlock(helpText(record)));
}

/** List the magics, as `%lsmagic` does. One row per magic: its name (the index), its summary, its usage. */
export function lsmagic(): Table {
  return Table.of(
    [
      ALL_MAGICS.map((record) => magicLabel(record)),
      ALL_MAGICS.map((record) => record.summary),
      ALL_MAGICS.map((record) => shortUsage(record)),
    ],
    ["magic", "does", "usage"],
    { index: ["magic"] },
  );
}

/**
 * Runs on `%load_ext svclib.pandas_td.ipython`. The kernels of this library always have the magics, so this only ensures that tables are
 * displayed as tables.
 */
export async function load_ipython_extension(_ipython?: unknown): Promise<void> {
  const { installDisplay } = await import("./display/install-display.ts");
  installDisplay();
}
