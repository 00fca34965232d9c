import { spawnSync } from "node:child_process";

/** What is needed for an engine is not here; the rest of the tier goes on without it. */
export class NotObtained extends Error {}

/** Runs a tool to its end. @throws NotObtained with the command and the first lines of what it said. */
export function runTool(command, args, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    ...options,
  });
  if (status === 0) return stdout;
  const said = `${stderr ?? ""}\n${stdout ?? ""}`.split("\n").filter((line) => line.trim() !== "");
  const reason = error ? error.message : said.slice(0, 3).join(" | ");
  throw new NotObtained(`${[command, ...args].join(" ")} failed (exit ${status}): ${reason}`);
}
