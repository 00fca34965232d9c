import { readdirSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { print } from "../print.ts";
import { CommandError } from "../report-error.ts";
import { readChecked, type CheckedProject, type CheckOptions } from "./read-checked.ts";
import type { MissingImport } from "./find-statements.ts";
import { counted } from "../../magics/display/number-text.ts";
import type { CheckedStatement, ProjectFault } from "./check-project.ts";
import type { SourcePosition } from "./source-text.ts";

export interface CheckSettings extends CheckOptions {
  readonly format: FaultFormat;
  readonly watch?: boolean;
}

/** Checks a project's statements and prints the errors. @throws CommandError without a message if there are any. */
export async function check(files: readonly string[], settings: CheckSettings): Promise<void> {
  if (settings.watch === true) return watchProject(files, settings);
  const result = await readChecked(files, settings);
  print(faultText(result, settings.format));
  if (result.checked.some(({ result }) => "fault" in result)) throw new CommandError("");
}

/** Editors write a file in several steps. */
const QUIET_MS = 100;
const WATCHED = /\.(?:[cm]?tsx?|[cm]?jsx?|json)$/;

/** Checks again after each change of a source file, tsconfig.json or the catalogue's file; until Ctrl-C. */
async function watchProject(files: readonly string[], settings: CheckSettings): Promise<void> {
  let result = await readChecked(files, settings);
  for (;;) {
    const watchers: FSWatcher[] = [];
    const changed = new Promise<void>((wake) => {
      for (const folder of foldersOf(result)) watchers.push(...watchFolder(folder, wake));
    });
    try {
      // Again, as a file may have changed before it was watched.
      result = await readChecked(files, settings, result.project);
      print(faultText(result, settings.format));
    } catch (error) {
      print(`${(error as Error).message}\n`);
    }
    await changed;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    // A folder that is made again needs a new watcher.
    for (const watcher of watchers) watcher.close();
  }
}

/** The folders of a project's files, and those in which it may get some. */
function foldersOf({ project, source }: CheckedProject): Set<string> {
  const files = project.programs.flatMap((one) => one.files.map(({ fileName }) => dirname(fileName)));
  const catalogue = source.file === null ? [] : [dirname(source.file)];
  return new Set([...foldersBelow(project.folder), ...files, ...catalogue].map((folder) => resolve(folder)));
}

function foldersBelow(folder: string): string[] {
  const below = foldersIn(folder).filter((name) => name !== "node_modules" && !name.startsWith("."));
  return [folder, ...below.flatMap((name) => foldersBelow(join(folder, name)))];
}

/** None of a folder that was removed meanwhile. */
function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** None of a folder that was removed meanwhile. */
function watchFolder(folder: string, onChange: () => void): FSWatcher[] {
  try {
    const watcher = watch(folder, (_, name) => {
      if (name === null || WATCHED.test(basename(name)) || !name.includes(".")) onChange();
    });
    return [watcher.on("error", onChange)];
  } catch {
    return [];
  }
}

/** Formats of `svclib check`. */
type FaultFormat = "text" | "json" | "github";

interface FaultRecord {
  readonly file: string;
  /** From 1, in UTF-16 units as editors count them. */
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
  readonly code: string;
  readonly message: string;
}

/** The answer of `svclib check` about a project. */
function faultText({ checked, missing }: CheckedProject, format: FaultFormat): string {
  if (format === "json") return `${JSON.stringify(answer(checked, missing), null, 2)}\n`;
  const lines = faultsOf(checked).map((fault) =>
    format === "github" ? annotation(fault) : withSource(fault),
  );
  return [...lines, ...summary(checked), ...missingTexts(missing)].map((line) => `${line}\n`).join("");
}

/** The errors, each once: a text may be given to several reads. */
function faultsOf(checked: readonly CheckedStatement[]): ProjectFault[] {
  const faults = new Map<string, ProjectFault>();
  for (const { result } of checked) {
    if (!("fault" in result)) continue;
    const { from, code, message } = result.fault;
    faults.set(JSON.stringify([from.file.fileName, from.offset, code, message]), result.fault);
  }
  return [...faults.values()];
}

function answer(checked: readonly CheckedStatement[], missing: readonly MissingImport[]) {
  return {
    statements: checked.length,
    checked: checked.filter(({ result }) => !("unchecked" in result)).length,
    faults: faultsOf(checked).map(recordOf),
    unchecked: checked.flatMap(({ statement, result }) =>
      "unchecked" in result ? [{ ...positionOf(statement.source), reason: result.unchecked }] : [],
    ),
    unresolved: missing.map(({ source, module }) => ({ ...positionOf(source), module })),
  };
}

const fileName = ({ file }: SourcePosition): string =>
  relative(process.cwd(), file.fileName).replaceAll("\\", "/");

function positionOf(source: SourcePosition): Pick<FaultRecord, "file" | "line" | "column"> {
  const { line, character } = source.file.getLineAndCharacterOfPosition(source.offset);
  return { file: fileName(source), line: line + 1, column: character + 1 };
}

function recordOf({ from, to, code, message }: ProjectFault): FaultRecord {
  const end = positionOf(to);
  return { ...positionOf(from), end_line: end.line, end_column: end.column, code, message };
}

/** As `tsc` prints an error: its place, the line, and a mark below it. */
function withSource(fault: ProjectFault): string {
  const { file, line, column, end_line, end_column, code, message } = recordOf(fault);
  const { from } = fault;
  const starts = from.file.getLineStarts();
  const source = from.file.text.slice(starts[line - 1], starts[line]).replace(/\r?\n?$/, "");
  const last = end_line === line ? end_column : source.length + 1;
  const before = source.slice(0, column - 1).replace(/[^\t]/g, " ");
  const mark = "~".repeat(Math.max(1, last - column));
  return `${file}:${line}:${column} - error ${code}: ${message}\n\n${line} ${source}\n${" ".repeat(String(line).length)} ${before}${mark}\n`;
}

const escaped = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const property = (text: string): string => escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** An annotation of GitHub Actions. */
function annotation(fault: ProjectFault): string {
  const { file, line, column, end_line, end_column, code, message } = recordOf(fault);
  const position = `line=${line},endLine=${end_line},col=${column},endColumn=${end_column}`;
  return `::error file=${property(file)},${position},title=${property(code)}::${escaped(message)}`;
}

function summary(checked: readonly CheckedStatement[]): string[] {
  const faults = faultsOf(checked);
  const files = new Set(faults.map(({ from }) => from.file.fileName)).size;
  const reasons = new Map<string, string[]>();
  for (const { statement, result } of checked) {
    if (!("unchecked" in result)) continue;
    const { file, line, column } = positionOf(statement.source);
    reasons.set(result.unchecked, [...(reasons.get(result.unchecked) ?? []), `${file}:${line}:${column}`]);
  }
  const unchecked = [...reasons.values()].flat().length;
  const all = `${counted(checked.length - unchecked, "statement")} checked`;
  return [
    `${faults.length === 0 ? "" : `Found ${counted(faults.length, "error")} in ${counted(files, "file")}; `}${all}${unchecked === 0 ? "." : `, ${unchecked} not:`}`,
    ...[...reasons].map(
      ([reason, [first = "", ...others]]) =>
        `  ${first}${others.length === 0 ? "" : ` and ${others.length} more`}: ${reason}`,
    ),
  ];
}

/** A line for each module that is missing, at its first import. */
function missingTexts(missing: readonly MissingImport[]): string[] {
  const first = new Map(missing.toReversed().map((one) => [one.module, one.source]));
  return [...first].toReversed().map(([module, source]) => {
    const { file, line, column } = positionOf(source);
    return `${file}:${line}:${column}: '${module}' can't be resolved; statements that need it are not seen`;
  });
}
