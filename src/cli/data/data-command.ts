// This folder: svclib data: moves a data folder between versions of the engine.

import type { Command } from "commander";
import { readServiceFile, serviceHome } from "../../core/local-service/service-file.ts";
import { print } from "../print.ts";
import { CommandError } from "../report-error.ts";

const DATA = ["--data <folder>", "the service's data folder (default: SVC_HOME, else ~/.svclib)"] as const;

/** The data folder of the option. @throws CommandError while a service uses it; ConfigError when its service.json can't be read. */
async function stoppedFolder(data = serviceHome(process.env)): Promise<string> {
  if ((await readServiceFile(data)) !== null)
    throw new CommandError(
      `a service uses ${data}, or ended without removing its service.json: stop the service, or start and stop it once`,
    );
  return data;
}

export function addDataCommand(program: Command): void {
  const data = program
    .command("data")
    .description("Take the local service's data to another version of its engine.");
  data
    .command("export")
    .description("Write databases, jobs, results and keys to a new folder that later versions can import.")
    .argument("<folder>", "the folder to make; it has the keys, so keep it to yourself")
    .option(...DATA)
    .action(async (target: string, options: { data?: string }) => {
      const root = await stoppedFolder(options.data);
      process.umask(0o077);
      const { exportData } = await import("../../service/files/move-data.ts");
      await exportData(root, target);
      print(`${target}: the data of ${root}\n`);
    });
  data
    .command("import")
    .description(
      "Make the service's data folder of an export; a folder that is there is kept beside it, with .before at its end.",
    )
    .argument("<folder>", "a folder that svclib data export wrote")
    .option(...DATA)
    .action(async (source: string, options: { data?: string }) => {
      const root = await stoppedFolder(options.data);
      process.umask(0o077);
      const { importData } = await import("../../service/files/move-data.ts");
      await importData(source, root);
      print(`${root}: the data of ${source}\n`);
    });
}
