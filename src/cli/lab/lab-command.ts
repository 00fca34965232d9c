import type { Command } from "commander";

export function addLabCommand(program: Command): void {
  program
    .command("lab")
    .description("Start the local service if none is configured, install the kernels, and open JupyterLab.")
    .argument(
      "[notebook]",
      "a notebook to open (an example of svclib's is copied there when there is no such file); without it the folder is shown, with svclib's examples in svclib-examples where it has no notebooks",
    )
    .action(async (notebook: string | undefined) => {
      const { lab } = await import("./lab.ts");
      await lab(notebook);
    });
}
