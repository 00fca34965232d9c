import type { Command } from "commander";

export function addExportCommand(program: Command): void {
  program
    .command("export")
    .description(
      "Write a notebook as a TypeScript file that does the same: magics as the programs that they stand for.",
    )
    .argument("<notebook>", "an .ipynb file of either kernel")
    .option(
      "--output <file>",
      "file to write (default: the notebook's name with .mts, which must not be there yet)",
    )
    .addHelpText("after", "\nThe first line of the file says how to run it.")
    .action(async (notebook: string, options: { output?: string }) => {
      const { exportNotebook } = await import("./export.ts");
      await exportNotebook(notebook, options);
    });
}
