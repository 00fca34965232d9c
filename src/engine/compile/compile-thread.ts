import type { Catalogue, TablePath, TableShape } from "../../dialect/catalogue.ts";
import { translate } from "../../dialect/translate.ts";
import { serveTasks } from "../../system/threads/serve-tasks.ts";
import { packedErrors } from "../errors/serialized-error.ts";
import type { CatalogueQuestion, CompileTask } from "./compile-on-threads.ts";

const MAX_TABLES = 1000;

/** The tables of earlier statements, of one version of the catalogue: to ask for each takes as long as to compile most statements. */
const shapes = { version: null as string | null, of: new Map<string, TableShape>() };

async function remembered(
  version: string | null,
  path: TablePath,
  read: () => Promise<TableShape | null>,
): Promise<TableShape | null> {
  if (version === null) return read();
  if (version !== shapes.version || shapes.of.size >= MAX_TABLES) shapes.of.clear();
  shapes.version = version;
  const key = JSON.stringify(path);
  const shape = shapes.of.get(key) ?? (await read());
  // System tables list the others.
  if (shape !== null && shape.system !== true) shapes.of.set(key, shape);
  return shape;
}

serveTasks(packedErrors, ({ sql, dialect, context, version }: CompileTask, ask) => {
  const question =
    <T>(method: keyof Catalogue) =>
    (...args: unknown[]): Promise<T> =>
      ask({ method, args } satisfies CatalogueQuestion) as Promise<T>;
  const catalogue: Catalogue = {
    describe: (path) => remembered(version, path, () => question<TableShape | null>("describe")(path)),
    databases: question("databases"),
    tables: question("tables"),
    viewText: question("viewText"),
    comments: question("comments"),
  };
  return translate(sql, dialect, { ...context, catalogue });
});
