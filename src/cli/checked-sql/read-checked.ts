import { openCatalogue, type CatalogueOptions, type CatalogueSource } from "./catalogue-source.ts";
import { checkProject, type CheckedStatement, type DefaultEngine } from "./check-project.ts";
import { findStatements, type MissingImport } from "./find-statements.ts";
import { readProject, sourceName, type Project } from "./project.ts";

/** Options that `svclib check` and `svclib types` share. */
export interface CheckOptions extends CatalogueOptions {
  readonly project?: string;
  readonly engine?: "presto" | "hive";
  readonly database?: string;
}

/** A project whose statements were checked. */
export interface CheckedProject {
  readonly project: Project;
  readonly source: CatalogueSource;
  readonly checked: readonly CheckedStatement[];
  readonly missing: readonly MissingImport[];
}

/** Reads a project and a catalogue, and checks the statements; with what did not change since `before`. */
export async function readChecked(
  files: readonly string[],
  options: CheckOptions,
  before?: Project,
): Promise<CheckedProject> {
  const project = readProject({ files, project: options.project }, before);
  const source = await openCatalogue(options, project.folder);
  const chosen = files.length === 0 ? null : new Set(files.map(sourceName));
  const statements = findStatements(project, chosen);
  const defaults: DefaultEngine = { dialect: options.engine ?? null, database: options.database ?? null };
  for (;;) {
    const checked = checkProject(statements, source.catalogue, defaults);
    if (!(await source.fetchMissing())) return { project, source, checked, missing: statements.missing };
  }
}
