import { watch, type FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";
import { print } from "../print.ts";
import { CommandError } from "../report-error.ts";
import { faultText, type FaultFormat } from "./fault-text.ts";
import { readChecked, type CheckedProject, type CheckOptions } from "./read-checked.ts";
import type { Project } from "./project.ts";

export interface CheckSettings extends CheckOptions {
  readonly format: FaultFormat;
  readonly watch?: boolean;
}

/** Checks a project's statements and prints the errors. @throws CommandError without a message if there are any. */
export async function check(files: readonly string[], settings: CheckSettings): Promise<void> {
  if (settings.watch === true) return watchProject(files, settings);
  const { checked } = await readChecked(files, settings);
  print(faultText(checked, settings.format));
  if (checked.some(({ result }) => "fault" in result)) throw new CommandError("");
}

/** Editors write a file in several steps. */
const QUIET_MS = 100;
const WATCHED = /\.(?:[cm]?tsx?|json)$/;

/** Checks again after each change of a source file, tsconfig.json or the catalogue's file; until Ctrl-C. */
async function watchProject(files: readonly string[], settings: CheckSettings): Promise<void> {
  let project: Project | undefined;
  let wake: () => void = () => undefined;
  const watchers = new Map<string, FSWatcher>();
  for (;;) {
    const changed = new Promise<void>((resolve) => (wake = resolve));
    try {
      const result = await readChecked(files, settings, project);
      project = result.project;
      watchFolders(foldersOf(result), watchers, () => wake());
      print(faultText(result.checked, settings.format));
    } catch (error) {
      // Before the first result it is not known what to watch.
      if (project === undefined) throw error;
      print(`${(error as Error).message}\n`);
    }
    await changed;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
}

function foldersOf({ project, source }: CheckedProject): Set<string> {
  const files = project.programs.flatMap((program) =>
    program
      .getSourceFiles()
      .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file))
      .map(({ fileName }) => dirname(fileName)),
  );
  return new Set([project.folder, ...files, ...(source.file === null ? [] : [dirname(source.file)])]);
}

function watchFolders(
  folders: ReadonlySet<string>,
  watchers: Map<string, FSWatcher>,
  onChange: () => void,
): void {
  for (const folder of folders)
    if (!watchers.has(folder))
      watchers.set(
        folder,
        watch(folder, (_, name) => {
          if (name === null || WATCHED.test(basename(name)) || !name.includes(".")) onChange();
        }),
      );
}
