import { CommandError } from "../report-error.ts";
import { print } from "../print.ts";
import { checkMachine } from "./check-machine.ts";
import { checkService } from "./check-service.ts";
import type { Finding } from "./finding.ts";

/**
 * Prints what is installed, what runs and what does not, a line each.
 *
 * @throws CommandError that counts the faults, where there are some.
 */
export async function doctor(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const findings: Finding[] = [...checkMachine(env), await checkService(env)];
  for (const { state, subject, text } of findings) print(`${state.padEnd(6)}${subject.padEnd(18)}${text}\n`);
  const faults = findings.filter(({ state }) => state === "fault").length;
  if (faults > 0) throw new CommandError(faults === 1 ? "1 fault" : `${faults} faults`);
}
