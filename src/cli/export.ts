import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { replaceFile } from "../core/files/replace-file.ts";
import { readNotebook } from "../kernel/notebook/notebook-file.ts";
import { notebookScript } from "../kernel/notebook/notebook-script.ts";
import { print } from "./print.ts";
import { CommandError } from "./report-error.ts";

/** Exports a notebook as a script; .mts makes it a module in any folder. @throws CommandError if a file would be overwritten. */
export async function exportNotebook(path: string, { output }: { output?: string }): Promise<void> {
  const script = output ?? `${path.slice(0, path.length - extname(path).length)}.mts`;
  if (output === undefined && existsSync(script))
    throw new CommandError(`${script} already exists; name a file to write: --output ${script}`);
  const code = notebookScript(await readNotebook(path), basename(path), basename(script));
  await replaceFile(script, (part) => writeFile(part, code));
  print(`${script}: ${code.split("\n", 1)[0]?.replace(/^.*Run it/, "run it") ?? ""}\n`);
}
