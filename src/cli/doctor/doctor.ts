// This folder: svclib doctor: what is installed, what is wrong, what to do.

import { serviceHome } from "../../core/local-service/service-file.ts";
import { CommandError } from "../report-error.ts";
import { print } from "../print.ts";
import { checkDataFolder } from "./check-data-folder.ts";
import { checkMachine, type Finding } from "./check-machine.ts";
import { checkService } from "./check-service.ts";

/**
 * Checks the installation and the service, and prints one line per finding.
 *
 * @throws CommandError with the number of faults, if any.
 */
export async function doctor(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const findings: Finding[] = [
    ...checkMachine(env),
    await checkDataFolder(serviceHome(env)),
    await checkService(env),
  ];
  for (const { state, subject, text } of findings) print(`${state.padEnd(6)}${subject.padEnd(18)}${text}\n`);
  const faults = findings.filter(({ state }) => state === "fault").length;
  if (faults > 0) throw new CommandError(faults === 1 ? "1 fault" : `${faults} faults`);
}
