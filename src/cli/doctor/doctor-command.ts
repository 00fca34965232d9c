import type { Command } from "commander";

export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description(
      "Say what is installed, which kernels and which service are used, and what to do about each fault.",
    )
    .addHelpText(
      "after",
      "\nNothing of yours is changed and no key is shown. The exit code is 1 when something does not work.",
    )
    .option(
      "--self-test",
      "do what only this machine can show (files, pipes, kernels, Stop, a killed service) and print what was seen; takes some minutes",
    )
    .action(async ({ selfTest: isTest }: { selfTest?: boolean }) => {
      if (isTest === true) return (await import("./self-test.ts")).selfTest();
      return (await import("./doctor.ts")).doctor();
    });
}
