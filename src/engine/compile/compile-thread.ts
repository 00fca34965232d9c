import type { Catalogue } from "../../dialect/catalogue.ts";
import { translate } from "../../dialect/translate.ts";
import { serveTasks } from "../../system/threads/serve-tasks.ts";
import { packedErrors } from "../errors/serialized-error.ts";
import type { CatalogueQuestion, CompileTask } from "./compile-on-threads.ts";

serveTasks(packedErrors, ({ sql, dialect, context }: CompileTask, ask) => {
  const question =
    <T>(method: keyof Catalogue) =>
    (...args: unknown[]): Promise<T> =>
      ask({ method, args } satisfies CatalogueQuestion) as Promise<T>;
  const catalogue: Catalogue = {
    describe: question("describe"),
    databases: question("databases"),
    tables: question("tables"),
    viewText: question("viewText"),
    comments: question("comments"),
  };
  return translate(sql, dialect, { ...context, catalogue });
});
