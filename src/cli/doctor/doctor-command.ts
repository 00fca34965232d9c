import type { Command } from "commander";

export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description(
      "Show what is installed, which kernels and which service are used, and how to fix each problem.",
    )
    .addHelpText(
      "after",
      "\nIt changes none of your files and shows no key. The exit code is 1 when something does not work.",
    )
    .option(
      "--self-test",
      "also test files, pipes, kernels, Stop and a killed service on this machine, and print the results; takes some minutes",
    )
    .action(async ({ selfTest: isTest }: { selfTest?: boolean }) => {
      if (isTest === true) return (await import("./self-test.ts")).selfTest();
      return (await import("./doctor.ts")).doctor();
    });
}
