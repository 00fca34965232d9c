import type { Command } from "commander";

export function addLabCommand(program: Command): void {
  program
    .command("lab")
    .description("Start the local service if none is configured, install the kernels, and open JupyterLab.")
    .argument(
      "[notebook]",
      "notebook to open; if it does not exist and an example of svclib has its name, the example is copied. Without it the folder is shown; if that has no notebooks, all examples are copied to svclib-examples",
    )
    .action(async (notebook: string | undefined) => {
      const { lab } = await import("./lab.ts");
      await lab(notebook);
    });
}
