import type { Command } from "commander";

export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description(
      "Say what is installed, which kernels and which service are used, and what to do about each fault.",
    )
    .addHelpText(
      "after",
      "\nNothing is changed and no key is shown. The exit code is 1 when something does not work.",
    )
    .action(async () => {
      const { doctor } = await import("./doctor.ts");
      await doctor();
    });
}
