import type { Command } from "commander";

export function addExportCommand(program: Command): void {
  program
    .command("export")
    .description(
      "Export a notebook as a TypeScript file that does the same, with magics replaced by their code.",
    )
    .argument("<notebook>", "an .ipynb file of either kernel")
    .option(
      "--output <file>",
      "file to write (default: the notebook's name with .mts; an existing file is not overwritten)",
    )
    .addHelpText("after", "\nThe first line of the file says how to run it.")
    .action(async (notebook: string, options: { output?: string }) => {
      const { exportNotebook } = await import("./export.ts");
      await exportNotebook(notebook, options);
    });
}
