import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { replaceFile } from "../../core/files/replace-file.ts";
import { columnsType } from "../../magics/sql/row-type.ts";
import { quoteString } from "../../magics/cell/source/code-text.ts";
import { print } from "../print.ts";
import { CommandError } from "../report-error.ts";
import type { CheckedStatement } from "./check-project.ts";
import { counted } from "../../magics/display/number-text.ts";
import { readGenerated } from "./read-generated.ts";
import { readChecked, type CheckOptions } from "./read-checked.ts";

export interface TypesSettings extends CheckOptions {
  readonly output?: string;
  readonly check?: boolean;
}

const HEADER =
  "// Written by `svclib types`: the rows of this project's statements, and the errors of wrong ones. Run it again when a statement or a table changes.";

/** Writes the types of a project's statements; with `check` compares them with the file. @throws CommandError when the file is stale. */
export async function types(files: readonly string[], settings: TypesSettings): Promise<void> {
  const { project, checked } = await readChecked(files, settings);
  const path = settings.output ?? join(project.folder, "svclib.d.ts");
  const name = relative(process.cwd(), path) || path;
  const entries = statementTypes(checked);
  const text = typesFile(entries);
  const before = await readGenerated(path);
  const isSame = before === text;
  if (settings.check === true && !isSame)
    throw new CommandError(
      `${name} ${before === null ? "does not exist" : "is stale"}; run svclib types, and commit the file`,
    );
  if (!isSame) await replaceFile(path, (part) => writeFile(part, text));
  const wrong = [...entries.values()].filter((type) => type.startsWith('"')).length;
  const faults = wrong === 0 ? "" : `, ${wrong} of them with an error: svclib check shows it`;
  print(`${name}: ${isSame ? "up to date, " : ""}${counted(entries.size, "statement")}${faults}\n`);
}

/** The row type, or the quoted error, of each statement by its text. A text with two types has none. */
function statementTypes(checked: readonly CheckedStatement[]): Map<string, string> {
  const entries = new Map<string, string>();
  const several = new Set<string>();
  for (const { statement, result } of checked) {
    if (statement.key === null || "unchecked" in result) continue;
    const type = "fault" in result ? quoteString(result.fault.message) : columnsType(result.columns, false);
    if (type === null) continue;
    if ((entries.get(statement.key) ?? type) !== type) several.add(statement.key);
    entries.set(statement.key, type);
  }
  for (const key of several) entries.delete(key);
  return entries;
}

/** A line per statement, in the order of their texts. */
function typesFile(entries: ReadonlyMap<string, string>): string {
  const texts = [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const lines = texts.map(([text, type]) => `    ${quoteString(text)}: ${type};\n`);
  return `${HEADER}\nimport "svclib";\ndeclare module "svclib" {\n  interface SvcStatements {\n${lines.join("")}  }\n}\n`;
}
