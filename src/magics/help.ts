import { UsageError } from "../core/errors.ts";
import { Table } from "../core/table/table.ts";
import { helpText, magicLabel, shortUsage } from "./cell/arguments/usage.ts";
import { ALL_MAGICS, findMagic } from "./commands/all-magics.ts";
import { CodeBlock } from "./display/code-block.ts";
import { display } from "./display/display.ts";

/** Shows the help of a magic: what `%svc_tables?` and `%svc_tables --help` run. */
export function magic_help(name: string): void {
  const record = findMagic(name);
  if (record === null) throw new UsageError(`there is no magic ${name}`);
  display(new CodeBlock(helpText(record)));
}

/** Lists the magics: what `%lsmagic` runs. One row per magic: its name (the index), what it does, its usage. */
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
 * What `%load_ext svclib.pandas_td.ipython` runs. The kernels of this library have the magics from the start, so that it only makes sure
 * that tables are shown as tables.
 */
export async function load_ipython_extension(_ipython?: unknown): Promise<void> {
  const { installDisplay } = await import("./display/install-display.ts");
  installDisplay();
}
